import type { FastifyRequest } from 'fastify';

const readPlainHeader = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9 ._/+-]{1,40}$/.test(value) ? value : null;

/** `X-Client-Version` (NET-03); null when absent or not a short plain text. */
export const readClientVersion = (request: FastifyRequest): string | null =>
  readPlainHeader(request.headers['x-client-version']);

/** `X-Request-Tag` (NET-04); null when absent or not a short plain text. */
export const readRequestTag = (request: FastifyRequest): string | null =>
  readPlainHeader(request.headers['x-request-tag']);
