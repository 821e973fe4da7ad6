import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Endpoint, EventAnswer, FileAnswer, StreamedFile } from '@varco/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { setFileHeaders } from './response-headers.ts';

const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'type' in value &&
  'fileName' in value;

const isEventAnswer = (value: unknown): value is EventAnswer =>
  typeof value === 'object' && value !== null && 'stream' in value;

/**
 * Sends what the handler returned, cut to the response schema: a new column of a row never leaves by accident. An
 * answer that does not hold the schema is our fault and becomes `internal`.
 */
export async function sendAnswer(endpoint: Endpoint, output: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const { response } = endpoint;
  if (response === null) return reply.code(endpoint.successStatus ?? 204).send();
  if (response instanceof z.ZodType) {
    const body = JSON.stringify(response.parse(output));
    void reply.code(endpoint.successStatus ?? 200).type('application/json; charset=utf-8');
    return endpoint.method === 'HEAD' ? reply.send() : reply.send(body);
  }
  if ('events' in response) throw new Error(`${endpoint.id}: a stream is begun, not sent`);
  if (!isFileAnswer(output) || !response.types.includes(output.type))
    throw new Error(`${endpoint.id}: file of an undeclared type`);
  setFileHeaders(reply, output.type, output.fileName);
  const { buffer, byteOffset, byteLength } = output.bytes;
  return reply.code(endpoint.successStatus ?? 200).send(Buffer.from(buffer, byteOffset, byteLength));
}

const isStreamedFile = (value: unknown): value is StreamedFile =>
  typeof value === 'object' && value !== null && 'chunks' in value && 'size' in value;

/**
 * Begins a file that is sent as it is taken; null: the answer is none. Its length is said before, so that a file that
 * breaks off is seen to have broken off.
 */
export function beginFile(
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

/** Begins a stream of events. The reply is given back in a wrapping: awaited, it would wait for the stream's end. */
export function beginStream(
  endpoint: Endpoint,
  output: unknown,
  reply: FastifyReply,
): { readonly reply: FastifyReply } {
  if (!isEventAnswer(output)) throw new Error(`${endpoint.id}: no stream`);
  // The connection ends with the stream: a server that stops does not wait for one that is kept for later calls.
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    connection: 'close',
  };
  // Bytes, not objects: what waits to be sent is counted by its size.
  return {
    reply: reply
      .code(200)
      .headers(headers)
      .send(Readable.from(output.stream, { objectMode: false })),
  };
}
