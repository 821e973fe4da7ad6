import type { ServerResponse } from 'node:http';
import type { TransitRead } from '@varco/contract/plant/transit-reads.ts';
import { sendError, sendJson } from './test-server.ts';

const buildRead = (change: Partial<TransitRead>): TransitRead => ({
  data: '2026-11-20T13:31:58.120Z',
  arrivo: '2026-11-20T13:31:58.900Z',
  telecamera: 'V03 fronte',
  targa: 'GK508RB',
  confidence: 93,
  fase: 'update',
  direction: 3,
  regola: 'track',
  scelta: false,
  volte: 1,
  foto: null,
  ...change,
});

/** Invented reads of a track whose second message had the better plate, and of a camera behind the gate. */
const READS: readonly TransitRead[] = [
  buildRead({ arrivo: null, targa: 'GK5O8RB', confidence: 61, fase: 'new', regola: 'first', scelta: true }),
  buildRead({ data: '2026-11-20T13:31:58.520Z', scelta: true, foto: 'full', volte: 2 }),
  buildRead({
    data: '2026-11-20T13:31:59.004Z',
    telecamera: '',
    fase: null,
    direction: 4,
    confidence: null,
    regola: 'passage',
    foto: 'not_stored',
  }),
];

/** Answers a call for the reads behind a transit; of transit 8 the plant cannot say them. False: it is another call. */
export function respondToReadsCall(route: string, to: ServerResponse): boolean {
  const id = /^GET \/api\/lpr\/(\d+)\/reads$/.exec(route)?.[1];
  if (id === undefined) return false;
  if (id === '8') sendError(to, 503, 'unavailable');
  else sendJson(to, { objects: READS });
  return true;
}
