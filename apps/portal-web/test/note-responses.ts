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

/** Two pages of three notes for the text `molte`, none for `nessuna`, else one note. */
function listNotes(text: string | undefined, after: string | undefined) {
  if (text === 'nessuna') return { objects: [], altri: false };
  if (text !== 'molte') return { objects: [ANNOTATED], altri: false };
  const [first, second, third] = ['prima', 'seconda', 'terza'].map((order, index) => ({
    ...ANNOTATED,
    nota: createNote({
      id: `5a3c0000-0000-4000-8000-00000000000${index + 1}`,
      data: `2026-11-20T13:0${3 - index}:00.000Z`,
      testo: `${order} di molte`,
      etichette: [],
    }),
  }));
  return after === undefined ? { objects: [first, second], altri: true } : { objects: [third], altri: false };
}

/** Answers a call about notes; false: it is not about notes. */
export function respondToNoteCall(
  route: string,
  body: { readonly testo?: string; readonly etichette?: string[]; readonly dopo?: string },
  to: ServerResponse,
): boolean {
  if (route === 'POST /api/lpr/notes') sendJson(to, listNotes(body.testo, body.dopo));
  else if (!/^\w+ \/api\/lpr\/\d+\/notes/.test(route)) return false;
  else if (route.startsWith('DELETE')) to.writeHead(204).end();
  else if (body.testo === 'troppe') sendError(to, 409, 'conflict', 'too_many_notes');
  else sendJson(to, createNote({ testo: body.testo ?? '', etichette: body.etichette ?? [] }));
  return true;
}
