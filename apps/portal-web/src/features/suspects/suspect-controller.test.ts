import type { SuspectPage } from '@varco/contract/plant/suspects.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSuspectPage } from '../../../test/vehicle-responses.ts';
import { buildSuspectBody, isSlowRange, createSuspectForm, findRangeProblem } from './suspect-form.ts';
import { SuspectController } from './suspect-controller.ts';
import { computeScoreStyle } from './score-style.ts';

const NOW = '2026-11-20T14:31:58.000Z';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createTestController(ask: () => Promise<SuspectPage> = async () => buildSuspectPage({})) {
  const seen = { asked: 0, counted: 0, recounted: 0, aborted: 0 };
  const controller = new SuspectController(
    {
      search: (_peer, _form, signal) => {
        seen.asked += 1;
        signal.addEventListener('abort', () => {
          seen.aborted += 1;
        });
        return ask();
      },
      incrementCounter: () => {
        seen.counted += 1;
      },
      refreshCaseCount: () => {
        seen.recounted += 1;
      },
      now: () => NOW,
    },
    false,
  );
  return { controller, seen };
}

it('SUS-19 SUS-20 several presses within 300 ms are one search, and one count', async () => {
  const { controller, seen } = createTestController();
  controller.run(1);
  await vi.advanceTimersByTimeAsync(299);
  controller.run(1);
  await vi.advanceTimersByTimeAsync(299);
  expect(seen).toMatchObject({ asked: 0, counted: 0, recounted: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toMatchObject({ asked: 1, counted: 1, recounted: 1 });
  expect(controller.store.getState()).toMatchObject({ isRunning: false, result: { peerId: 1 } });
});

it('SUS-19 given up, the call ends and what was found stays; failed, the results are cleared', async () => {
  const { controller, seen } = createTestController();
  controller.run(1);
  await vi.advanceTimersByTimeAsync(300);
  const never = createTestController(() => new Promise(() => undefined));
  never.controller.run(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(never.controller.store.getState().isRunning).toBe(true);
  never.controller.cancel();
  expect(never.seen.aborted).toBe(1);
  expect(never.controller.store.getState().isRunning).toBe(false);
  expect(seen.asked).toBe(1);
  const broken = createTestController(() => Promise.reject(new Error('500')));
  broken.controller.run(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(broken.controller.store.getState()).toMatchObject({ isRunning: false, result: null });
  // The plant may have logged the search although it failed.
  expect(broken.seen.recounted).toBe(1);
});

it('a range that cannot be searched asks nothing', async () => {
  const { controller, seen } = createTestController();
  controller.updateForm({ startTime: '' });
  controller.run(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.asked).toBe(0);
});

it.each([
  ['7 days', '2026-11-13T10:00', '2026-11-20T10:00', null],
  ['7 days and a minute', '2026-11-13T10:00', '2026-11-20T10:01', 'tooLong'],
  ['a week in which the clock goes back', '2026-10-20T10:00', '2026-10-27T10:00', null],
  ['a week in which it goes forward', '2026-03-25T10:00', '2026-04-01T10:00', null],
  ['no start', '', '2026-11-20T10:00', 'noStart'],
  ['an end before the start', '2026-11-20T10:00', '2026-11-20T09:59', 'reversed'],
  ['a later hour of today', '2026-11-20T10:00', '2026-11-20T23:59', null],
  ['tomorrow', '2026-11-20T10:00', '2026-11-21T00:00', 'future'],
])('SUS-02 SUS-15 SUS-16 %s', (_, startTime, endTime, problem) => {
  expect(findRangeProblem({ ...createSuspectForm(NOW), startTime, endTime }, NOW)).toBe(problem);
});

it('SUS-17 8 hours are quick, a minute more is slow', () => {
  const form = { ...createSuspectForm(NOW), startTime: '2026-11-20T00:00' };
  expect([
    isSlowRange({ ...form, endTime: '2026-11-20T08:00' }),
    isSlowRange({ ...form, endTime: '2026-11-20T08:01' }),
  ]).toEqual([false, true]);
});

it('SUS-12 SUS-18 the filter and its query: what is empty stays out', () => {
  const form = createSuspectForm(NOW);
  expect(Object.keys(form).toSorted()).toEqual([
    'endTime',
    'gateIds',
    'plate',
    'selectedPeer',
    'startTime',
    'vehicleKinds',
  ]);
  expect(form).toMatchObject({ startTime: '2026-11-20T00:00', endTime: '2026-11-20T15:31' });
  expect(buildSuspectBody(form)).toEqual({
    start_time: '2026-11-19T23:00:00.000Z',
    end_time: '2026-11-20T14:31:00.000Z',
    p: 1,
    page_size: 200,
  });
  expect(buildSuspectBody({ ...form, plate: ' AB* ', gateIds: [3], vehicleKinds: ['van'] })).toMatchObject({
    plate: 'AB*',
    gates: [3],
    vehicle_kinds: ['van'],
  });
});

it('SUS-09 the bar is never weaker than a fifth; its text is dark above three quarters', () => {
  expect(computeScoreStyle(0)).toEqual({ opacity: 0.2, isDark: false });
  expect(computeScoreStyle(0.75)).toEqual({ opacity: 0.75, isDark: false });
  expect(computeScoreStyle(0.76)).toEqual({ opacity: 0.76, isDark: true });
  expect(computeScoreStyle(2).opacity).toBe(1);
});
