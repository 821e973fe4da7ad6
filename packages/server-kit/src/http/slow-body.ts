import type { FastifyReply, FastifyRequest } from 'fastify';

/** Closes the connection when the body does not arrive within `timeMs`. */
export function endSlowBody(request: FastifyRequest, reply: FastifyReply, timeMs: number): void {
  const { raw } = request;
  if (raw.complete) return;
  const timer = setTimeout(() => raw.destroy(), timeMs);
  const stop = (): void => clearTimeout(timer);
  raw.once('end', stop);
  raw.once('close', stop);
  // A response sent before the body arrived (401, 413) stops the timer too.
  reply.raw.once('close', stop);
}
