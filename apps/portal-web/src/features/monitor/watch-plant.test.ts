import type { Transit } from '@varco/contract/plant/transit.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { computeAge } from './transit-age.ts';
import { selectMonitorGates } from './monitor-gates.ts';
import { NO_CHOICE } from './monitor-choice.ts';
import { LOW_FREQUENCY_INTERVAL_MS, watchPlant, type Watched, type WatchPorts } from './watch-plant.ts';

const START = Date.parse('2026-11-20T14:00:00.000Z');
const isoAt = (ms: number): string => new Date(START + ms).toISOString();
const createTransit = (id: string, gate: number): Transit => ({ id, varco_id: gate, targa: `AA${id}BB` }) as Transit;
const createError = (code: string, status: number, subCode?: string): ApiError =>
  new ApiError({ code: code as 'no_perms', status, host: 'x', ...(subCode === undefined ? {} : { subCode }) });

type Answer = readonly Transit[] | Error;

const resolveLater = async <T>(make: () => T): Promise<T> => {
  await Promise.resolve();
  return make();
};

/** Test plant that returns the responses in order, with a clock that advances only while waiting. */
function createTestPlant(answers: readonly Answer[]) {
  const calls: string[] = [];
  const rests: number[] = [];
  const sent: Watched[] = [];
  const ending = new AbortController();
  let elapsed = 0;
  let turn = 0;
  const next = (): readonly Transit[] => {
    const answer = answers[turn];
    turn += 1;
    if (turn >= answers.length) ending.abort();
    if (answer instanceof Error) throw answer;
    return answer ?? [];
  };
  const latest = () => ({ limitazioni: [], ora: isoAt(elapsed + 2_000), took_ms: 1 });
  const ports: WatchPorts = {
    open: (gates) => {
      calls.push(`open ${gates.join()}`);
      return resolveLater(() => ({ objects: [...next()], ...latest(), visione: 'v', scade: isoAt(elapsed + 902_000) }));
    },
    poll: ({ noti }) => {
      calls.push(`follow ${noti.join()}`);
      return resolveLater(() => ({ objects: [...next()], ...latest() }));
    },
    nowMs: () => START + elapsed,
    wait: (ms) => {
      rests.push(ms);
      elapsed += ms;
      return Promise.resolve();
    },
  };
  return { calls, rests, told: sent, run: () => watchPlant([1, 2], ports, ending.signal, (one) => sent.push(one)) };
}

describe('MON-01 watching the gates of a plant', () => {
  it('is opened once, then asked for what is newer than what is known', async () => {
    const {
      calls,
      told: sent,
      run,
    } = createTestPlant([[createTransit('1', 1), createTransit('2', 2)], [createTransit('3', 1)], [], []]);
    await run();
    expect(calls).toEqual(['open 1,2', 'follow 1,2', 'follow 3,2', 'follow 3,2']);
    expect([...(sent[1]?.latest.values() ?? [])].map(({ id }) => id)).toEqual(['3', '2']);
    // Nothing new: no rendering.
    expect(sent[2]?.latest).toBe(sent[1]?.latest);
    expect(sent[0]?.aheadMs).toBe(2_000);
  });

  it('is opened again, and so logged again, before its leave is over', async () => {
    const { calls, run } = createTestPlant(Array.from({ length: 230 }, (): Answer => []));
    await run();
    expect(calls.filter((call) => call.startsWith('open'))).toHaveLength(2);
    expect(calls.findLastIndex((call) => call.startsWith('open'))).toBeGreaterThan(215);
  });

  it('a plant that fails is asked less and less often, keeps what was known, and is opened anew', async () => {
    const slow = createError('unavailable', 0, 'timeout');
    const {
      calls,
      rests,
      told: sent,
      run,
    } = createTestPlant([[createTransit('1', 1)], slow, slow, slow, slow, slow, [createTransit('4', 1)], []]);
    await run();
    expect(rests.slice(0, 7)).toEqual([
      4_000,
      8_000,
      16_000,
      32_000,
      LOW_FREQUENCY_INTERVAL_MS,
      LOW_FREQUENCY_INTERVAL_MS,
      4_000,
    ]);
    expect(sent[2]).toMatchObject({ hasAnswered: true, failure: { why: 'timeout', retryS: 16 } });
    expect(sent[2]?.latest.size).toBe(1);
    expect(calls[6]).toBe('open 1,2');
    expect(sent.at(-1)?.failure).toBe(null);
  });

  it.each([
    ['no_perms', createError('no_perms', 403)],
    ['reason_required', createError('reason_required', 428)],
  ])('%s: nobody asks again by himself', async (why, error) => {
    const { calls, told: sent, run } = createTestPlant([error, [], []]);
    await run();
    expect(calls).toEqual(['open 1,2']);
    expect(sent.at(-1)).toMatchObject({ failure: { why, retryS: null } });
  });
});

it('T 4.8 ages are told in whole units; a silent gate says so', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  expect(
    [-5, 9 * second, 45 * second, 3 * minute, 10 * minute, 2 * hour, 10 * hour, 50 * hour].map((ms) => {
      const { key, count, level: look } = computeAge(ms);
      return `${key.slice(12)} ${count} ${look}`;
    }),
  ).toEqual([
    'now 0 fresh',
    'now 0 fresh',
    'seconds 45 fresh',
    'minutes 3 fresh',
    'minutes 10 old',
    'hours 2 old',
    'hours 10 lost',
    'days 2 lost',
  ]);
});

it('of a plant without chosen gates all in use and allowed are watched, 200 at most', () => {
  const gate = (id: number, more: object = {}) =>
    ({ peerId: 1, gate: { id, enabled_for_user: true, stato: 'online', ...more } }) as never;
  const known = [gate(1), gate(2, { stato: 'disabled' }), gate(3, { enabled_for_user: false }), gate(4)];
  const ids = (choice: object) => selectMonitorGates({ ...NO_CHOICE, peerIds: [1], ...choice }, known).byPlant;
  expect(ids({})).toEqual([{ peerId: 1, gateIds: [1, 4] }]);
  // A disabled gate is shown if selected; a gate the user may not see never is.
  expect(ids({ gates: [2, 3].map((gateId) => ({ peerId: 1, gateId })) })).toEqual([{ peerId: 1, gateIds: [2] }]);
  const many = selectMonitorGates(
    { ...NO_CHOICE, peerIds: [1] },
    Array.from({ length: 201 }, (_, i) => gate(i + 1)),
  );
  expect([many.gates.length, many.truncatedPlants]).toEqual([200, [1]]);
});
