import type { ServerResponse } from 'node:http';
import type { AnnotatedTransit } from '@varco/contract/plant/transit-notes.ts';
import { createNote } from './create-note.ts';
import { sendError, sendJson } from './test-server.ts';

const ANNOTATED: AnnotatedTransit = {
  nota: createNote(),
  transito: {
    id: '7',
    targa: 'GK508RB',
    targa_corretta: null,
    nazione: 'I',
    provincia: 'FC',
    data: '2026-11-20T13:31:58.000Z',
    varco: 'V03 Via Emilia ovest',
    varco_id: 3,
  },
};

/** Answers a call about notes; false: it is not about notes. */
export function respondToNoteCall(
  route: string,
  body: { readonly testo?: string; readonly etichette?: string[] },
  to: ServerResponse,
): boolean {
  if (route === 'POST /api/lpr/notes') sendJson(to, { objects: [ANNOTATED], altri: false });
  else if (!/^\w+ \/api\/lpr\/\d+\/notes/.test(route)) return false;
  else if (route.startsWith('DELETE')) to.writeHead(204).end();
  else if (body.testo === 'troppe') sendError(to, 409, 'conflict', 'too_many_notes');
  else sendJson(to, createNote({ testo: body.testo ?? '', etichette: body.etichette ?? [] }));
  return true;
}
