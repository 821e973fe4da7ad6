import { describe, expect, it } from 'vitest';
import { buildControlRoomCounts } from '../../../test/control-room-responses.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { StreamEvent } from '../../lib/api/event-stream.ts';
import { type PlantWatch, RETRY_STEPS_MS, watchCounts } from './watch-counts.ts';

const START = 1_000_000;
const counts = (transiti: number): StreamEvent => ({
  name: 'conteggi',
  id: '',
  data: JSON.stringify(buildControlRoomCounts({ oggi: { ...buildControlRoomCounts().oggi, transiti } })),
});
const PING: StreamEvent = { name: 'ping', id: '', data: '{}' };
const createError = (code: string, status: number): ApiError =>
  new ApiError({ code: code as 'no_perms', status, host: 'x' });

/** Runs a watch over streams that end after their events; an error instead of events: the stream is refused. */
async function run(streams: readonly (readonly StreamEvent[] | Error)[], isReasonStated = false) {
  const ending = new AbortController();
  const states: PlantWatch[] = [];
  const waits: number[] = [];
  let opened = 0;
  let asked = 0;
  await watchCounts(
    {
      async *open() {
        const stream = streams[opened];
        opened += 1;
        await Promise.resolve();
        if (stream instanceof Error) throw stream;
        yield* stream ?? [];
      },
      nowMs: () => START + opened,
      wait: async (ms) => {
        await Promise.resolve();
        waits.push(ms);
        if (opened >= streams.length) ending.abort();
      },
      askReason: async () => {
        await Promise.resolve();
        asked += 1;
        return isReasonStated;
      },
      random: () => 0,
    },
    ending.signal,
    (watch) => states.push(watch),
  );
  return { states, waits, opened, asked };
}

describe('watch of one plant', () => {
  it('waits longer after each break, and from the beginning once it has heard counts', async () => {
    const gone = createError('unavailable', 503);
    const { waits, states } = await run([...Array<Error>(7).fill(gone), [counts(5)], gone]);
    expect(waits).toEqual([...RETRY_STEPS_MS, 30_000, 1_000, 2_000]);
    expect(states.at(-1)).toMatchObject({ state: 'lost', counts: { oggi: { transiti: 5 } }, heardMs: START + 8 });
  });

  it('has only the newest counts; a ping says that they are still of now, and nothing before the first', async () => {
    const { states } = await run([[PING, counts(5), counts(6), PING]]);
    expect(states.map(({ state, counts: known }) => [state, known?.oggi.transiti])).toEqual([
      ['live', 5],
      ['live', 6],
      ['live', 6],
      ['lost', 6],
    ]);
  });

  it('loses nothing when a stream ends to be opened again', async () => {
    const again: StreamEvent = { name: 'reopen', id: '', data: '400' };
    const { states, waits } = await run([[counts(5), again], [counts(6)]]);
    expect(states.map(({ state }) => state)).toEqual(['live', 'live', 'lost']);
    expect(waits).toEqual([400, 1_000]);
  });

  it('does not trust an event it cannot read', async () => {
    const bad = ['{', '[]', '{"__proto__":1}', JSON.stringify({ ...buildControlRoomCounts(), oggi: { transiti: -1 } })];
    const { states } = await run([bad.map((data) => ({ name: 'conteggi', id: '', data }))]);
    expect(states.map(({ state, counts: known }) => [state, known])).toEqual([['lost', null]]);
  });

  it('is over without the right, and without a reason that the plant requires', async () => {
    const refused = await run([createError('no_perms', 403)]);
    expect([refused.opened, refused.states.at(-1)?.state]).toEqual([1, 'refused']);
    const unstated = await run([createError('reason_required', 428)]);
    expect([unstated.opened, unstated.asked, unstated.states.at(-1)?.state]).toEqual([1, 1, 'reason']);
    const stated = await run([createError('reason_required', 428), [counts(7)]], true);
    expect([stated.opened, stated.waits]).toEqual([2, [1_000]]);
    expect(stated.states.map(({ state }) => state)).toEqual(['reason', 'live', 'lost']);
  });
});
