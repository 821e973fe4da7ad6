import { z } from 'zod';
import type { Endpoint, FileAnswer } from '@varco/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { setFileHeaders } from './response-headers.ts';

const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  'type' in value &&
  'fileName' in value;

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
  if (!isFileAnswer(output) || !response.types.includes(output.type))
    throw new Error(`${endpoint.id}: file of an undeclared type`);
  setFileHeaders(reply, output.type, output.fileName);
  const { buffer, byteOffset, byteLength } = output.bytes;
  return reply.code(endpoint.successStatus ?? 200).send(Buffer.from(buffer, byteOffset, byteLength));
}
