import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The damage applied to the response of this call. */
    spoil: 'half_answer' | 'nonsense' | null;
  }
}

const NONSENSE_PAGE =
  '<!DOCTYPE html><html><head><title>Servizio</title></head><body><h1>Servizio momentaneamente non disponibile</h1></body></html>';

/** Damaged responses that a robust client must handle: truncated JSON, and an HTML page with status 200. */
export function installResponseDamage(app: FastifyInstance): void {
  app.decorateRequest('spoil', null);
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.spoil === null || typeof payload !== 'string') return payload;
    if (request.spoil === 'half_answer') return payload.slice(0, Math.floor(payload.length / 2));
    void reply.type('text/html; charset=utf-8');
    return NONSENSE_PAGE;
  });
}
