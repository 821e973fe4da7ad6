import type { FastifyRequest } from 'fastify';

const plainHeader = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9 ._/+-]{1,40}$/.test(value) ? value : null;

/** `X-Client-Version` (NET-03); null when absent or not a short plain text. */
export const clientVersionOf = (request: FastifyRequest): string | null =>
  plainHeader(request.headers['x-client-version']);

/** `X-Request-Tag` (NET-04); null when absent or not a short plain text. */
export const requestTagOf = (request: FastifyRequest): string | null => plainHeader(request.headers['x-request-tag']);
