import type { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import type { ServerResponse } from 'node:http';

const HOUR_MS = 3_600_000;

/** Counts of a plant at 14:31 of Rome with 1234 transits, compared up to 14:00; the newest read is 20 seconds old. */
export function buildControlRoomCounts(change: Partial<ControlRoomCounts> = {}): ControlRoomCounts {
  const hour = Date.parse('2026-11-20T13:00:00.000Z');
  const figures = (transiti: number) => ({
    transiti,
    controllate: transiti - 34,
    non_assicurate: 12,
    non_revisionate: 20,
    rubate: 2,
    blacklist: 5,
  });
  return {
    ora: '2026-11-20T13:31:00.000Z',
    dal: '2026-11-19T23:00:00.000Z',
    oggi: figures(1234),
    confronto: {
      fino: '2026-11-20T13:00:00.000Z',
      oggi: figures(1100),
      ieri: { ...figures(1000), non_assicurate: 20, rubate: 2 },
      solito: { ...figures(2200), rubate: 1 },
      settimane: 4,
    },
    ore: Array.from({ length: 25 }, (_, at) => ({
      ora: new Date(hour - (24 - at) * HOUR_MS).toISOString(),
      n: at * 10,
      prima: at * 9,
    })),
    fermi: [{ dal: '2026-11-20T08:10:00.000Z', al: '2026-11-20T08:45:00.000Z' }],
    telecamere: {
      ora: '2026-11-20T13:30:00.000Z',
      attive: 24,
      ferme: 1,
      elenco: [{ varco_id: 3, varco: 'Varco 3', ultima: null }],
    },
    ultima_lettura: '2026-11-20T13:30:40.000Z',
    limitazioni: [],
    oscurato: false,
    ...change,
  };
}

/** Sends counts as a stream that stays open. */
export function sendCounts(to: ServerResponse, counts: ControlRoomCounts): void {
  to.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  to.write(`retry: 5000\n\nevent: conteggi\ndata: ${JSON.stringify(counts)}\n\n`);
}
