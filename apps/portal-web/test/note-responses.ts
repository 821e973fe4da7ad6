import type { AnnotatedTransit, TransitNote } from '@varco/contract/plant/transit-note.ts';

/** An invented note. */
export const createNote = (change: Partial<TransitNote> = {}): TransitNote => ({
  id: '7c5e0000-0000-4000-8000-000000000001',
  testo: 'freccia rotta a destra',
  etichette: ['danno visibile'],
  autore: 'm.ferri',
  data: '2026-11-20T13:40:00.000Z',
  pratica: '9051/2026',
  rimovibile: true,
  ...change,
});

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

/** Answer of the test plant to a call about notes; null: it is not about notes. */
export function respondToNoteCall(
  route: string,
  body: { readonly testo?: string; readonly etichette?: string[] },
): { readonly status: number; readonly body?: object } | null {
  if (route === 'POST /api/lpr/notes') return { status: 200, body: { objects: [ANNOTATED], altri: false } };
  if (!/^\w+ \/api\/lpr\/\d+\/notes/.test(route)) return null;
  if (route.startsWith('DELETE')) return { status: 204 };
  if (body.testo === 'troppe')
    return { status: 409, body: { error: { code: 'conflict', sub_code: 'too_many_notes', path: '/test' } } };
  return { status: 200, body: createNote({ testo: body.testo ?? '', etichette: body.etichette ?? [] }) };
}
