import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What goes wrong with the answer of this call on its way out. */
    spoil: 'half_answer' | 'nonsense' | null;
  }
}

const PAGE =
  '<!DOCTYPE html><html><head><title>Servizio</title></head><body><h1>Servizio momentaneamente non disponibile</h1></body></html>';

/** Answers that a good client must survive: JSON that breaks off, and a page with status 200. */
export function spoilAnswers(app: FastifyInstance): void {
  app.decorateRequest('spoil', null);
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.spoil === null || typeof payload !== 'string') return payload;
    if (request.spoil === 'half_answer') return payload.slice(0, Math.floor(payload.length / 2));
    void reply.type('text/html; charset=utf-8');
    return PAGE;
  });
}
