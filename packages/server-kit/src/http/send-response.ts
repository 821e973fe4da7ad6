import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Endpoint, EventStreamResult, FileResult, StreamedFile } from '@varco/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { timePartSync } from '../metrics/call-timings.ts';
import { setFileHeaders } from './response-headers.ts';

const isFileResult = (value: unknown): value is FileResult =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'type' in value &&
  'fileName' in value;

const isEventStreamResult = (value: unknown): value is EventStreamResult =>
  typeof value === 'object' && value !== null && 'stream' in value;

/**
 * Sends the handler's result, reduced to the response schema, so that a new column of a row is never sent by
 * accident. A result that violates the schema is a server fault and becomes `internal`.
 */
export async function sendResponse(endpoint: Endpoint, output: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const { response } = endpoint;
  if (response === null) return reply.code(endpoint.successStatus ?? 204).send();
  if (response instanceof z.ZodType) {
    const body = timePartSync('json', () => JSON.stringify(response.parse(output)));
    void reply.code(endpoint.successStatus ?? 200).type('application/json; charset=utf-8');
    return endpoint.method === 'HEAD' ? reply.send() : reply.send(body);
  }
  if ('events' in response) throw new Error(`${endpoint.id}: a stream is begun, not sent`);
  if (!isFileResult(output) || !response.types.includes(output.type))
    throw new Error(`${endpoint.id}: file of an undeclared type`);
  const status = output.status ?? endpoint.successStatus ?? 200;
  if (output.status !== undefined && endpoint.fileStatuses?.includes(status) !== true)
    throw new Error(`${endpoint.id}: file with an undeclared status`);
  setFileHeaders(reply, output.type, output.fileName);
  if (output.isImmutable === true) void reply.header('cache-control', 'public, max-age=31536000, immutable');
  const { buffer, byteOffset, byteLength } = output.bytes;
  return reply.code(status).send(Buffer.from(buffer, byteOffset, byteLength));
}

const isStreamedFile = (value: unknown): value is StreamedFile =>
  typeof value === 'object' && value !== null && 'chunks' in value && 'size' in value;

/**
 * Starts a file that is sent in chunks; null: the result is no such file. Its length is sent first, so that a client
 * detects a truncated file.
 */
export function startFile(
  endpoint: Endpoint,
  output: unknown,
  reply: FastifyReply,
): { readonly reply: FastifyReply } | null {
  const { response } = endpoint;
  if (response === null || !('file' in response) || !isStreamedFile(output)) return null;
  const { type, fileName, size, from, chunks } = output;
  if (!response.types.includes(type)) throw new Error(`${endpoint.id}: file of an undeclared type`);
  setFileHeaders(reply, type, fileName);
  void reply.headers({ 'content-length': size - from, 'accept-ranges': 'bytes' });
  if (from > 0) void reply.header('content-range', `bytes ${from}-${size - 1}/${size}`);
  return { reply: reply.code(from > 0 ? 206 : 200).send(Readable.from(chunks, { objectMode: false })) };
}

/**
 * Starts a stream of events. The reply is returned inside an object: awaiting it directly would wait for the end of
 * the stream.
 */
export function startEventStream(
  endpoint: Endpoint,
  output: unknown,
  reply: FastifyReply,
): { readonly reply: FastifyReply } {
  if (!isEventStreamResult(output)) throw new Error(`${endpoint.id}: no stream`);
  // The connection is closed with the stream, so that a stopping server does not wait for a keep-alive connection.
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    connection: 'close',
  };
  // Bytes, not objects: the buffer limit is counted in bytes.
  return {
    reply: reply
      .code(200)
      .headers(headers)
      .send(Readable.from(output.stream, { objectMode: false })),
  };
}
