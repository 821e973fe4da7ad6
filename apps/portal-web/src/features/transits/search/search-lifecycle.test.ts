import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitUntilDone, FakePlant, NOW, createSession, waitForState, buildView } from '../../../../test/fake-plants.ts';
import { applyFilterEdit, REFRESH_CHOICES, setRefreshInterval } from './refresh-interval.ts';
import { DEFAULT_FILTER, computePeriodLimits } from './search-filter.ts';
import { FETCH_DEBOUNCE_MS } from './search-machine.ts';

const LIVE = setRefreshInterval(DEFAULT_FILTER, 10);

describe('LIFE-02 the wait before a fetch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('LIFE-02 three triggers in a row are one request, 300 ms after the last', async () => {
    const plant = new FakePlant(10, 0);
    const session = createSession(new Map([[1, plant]]));
    for (const plate of ['A', 'AB', 'ABC']) {
      session.run({ ...DEFAULT_FILTER, plate }, [1]);
      expect(session.getState()).toMatchObject({ status: 'searching', filter: { plate } });
      await vi.advanceTimersByTimeAsync(FETCH_DEBOUNCE_MS - 1);
    }
    expect(plant.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(plant.requests.map((body) => body.f_targa)).toEqual(['ABC']);
    expect(session.getState().status).toBe('done');
  });

  it('a submitted search is sent at once, also in place of one that waits, and once when it is submitted again', async () => {
    const plant = new FakePlant(10, 0);
    const session = createSession(new Map([[1, plant]]));
    session.run({ ...DEFAULT_FILTER, plate: 'AB' }, [1]);
    plant.hold();
    for (const _ of [1, 2, 3]) session.submit({ ...DEFAULT_FILTER, plate: 'ABC' }, [1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(plant.requests.map((body) => body.f_targa)).toEqual(['ABC']);
    await vi.advanceTimersByTimeAsync(FETCH_DEBOUNCE_MS);
    expect(plant.requests).toHaveLength(1);
    // Later it is meant: the same question again, to a plant that does not answer. Each event takes 10 ms of the test's clock.
    for (let ms = 0; ms < FETCH_DEBOUNCE_MS; ms += 10) session.freeze();
    for (const plate of ['ABC', 'ABCD']) {
      session.submit({ ...DEFAULT_FILTER, plate }, [1]);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(plant.requests.map((body) => body.f_targa)).toEqual(['ABC', 'ABC', 'ABCD']);
  });

  it('LIFE-03 an abort during the debounce sends no request', async () => {
    const plant = new FakePlant(10, 0);
    const session = createSession(new Map([[1, plant]]));
    session.run(DEFAULT_FILTER, [1]);
    session.abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(plant.requests).toEqual([]);
    expect(session.getState().status).toBe('aborted');
  });
});

describe('a search that is changed or stopped', () => {
  it('LIFE-05 another filter empties the rows at once and ends what hangs on them', async () => {
    const session = createSession(new Map([[1, new FakePlant(10, 0)]]));
    session.run(DEFAULT_FILTER, [1]);
    await waitUntilDone(session);
    expect(buildView(session).rows).toHaveLength(10);
    const { resultId } = session.getState();
    session.run({ ...DEFAULT_FILTER, colours: ['red'] }, [1]);
    expect(buildView(session).rows).toEqual([]);
    expect(session.getState().resultId).toBe(resultId + 1);
  });

  it('LIFE-03 LIFE-04 an abort keeps the shown rows, lists the pending plants, and is no failure', async () => {
    const slow = new FakePlant(5, 1);
    slow.hold();
    const session = createSession(
      new Map([
        [1, new FakePlant(10, 0)],
        [2, slow],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    await waitForState(session, () => buildView(session).rows.length === 10);
    session.abort();
    expect(session.getState().status).toBe('aborted');
    expect(buildView(session).rows).toHaveLength(10);
    expect(buildView(session).completeness).toMatchObject({
      isWhole: false,
      counts: { error: 0, completed: 1, notAsked: 1 },
    });
    slow.release();
    session.retry(2);
    await waitUntilDone(session);
    expect(buildView(session).rows).toHaveLength(15);
    expect(buildView(session).completeness?.isWhole).toBe(true);
  });
});

describe('automatic refresh (T 4.1)', () => {
  it('CONST-01 none, 10 s, 15 s, 30 s and 1 min', () => {
    expect(REFRESH_CHOICES).toEqual([0, 10, 15, 30, 60]);
  });

  it('LIFE-11 begins 30 minutes before now and has no end; the start moves with the clock', () => {
    expect(LIVE.refreshSeconds).toBe(10);
    expect(computePeriodLimits(LIVE.filter.period, NOW)).toEqual({ start: '2026-11-20T12:30:00.000Z', end: null });
    expect(computePeriodLimits(LIVE.filter.period, '2026-11-20T13:00:10.000Z').start).toBe('2026-11-20T12:30:10.000Z');
  });

  it('LIFE-12 back to none: six days back at start of day to the end of today; so does every other choice of a period', () => {
    const none = setRefreshInterval(LIVE.filter, 0);
    expect(computePeriodLimits(none.filter.period, NOW)).toEqual({
      start: '2026-11-13T23:00:00.000Z',
      end: '2026-11-20T22:59:59.999Z',
    });
    expect(applyFilterEdit(LIVE, { ...LIVE.filter, period: { kind: 'all' } }).refreshSeconds).toBe(0);
    expect(applyFilterEdit(LIVE, { ...LIVE.filter, plate: 'A*' })).toEqual({
      filter: { ...LIVE.filter, plate: 'A*' },
      refreshSeconds: 10,
    });
  });

  it('LIFE-11 PLAPI-03 a tick asks as polling, leaves the list standing until all have answered, and is left out meanwhile', async () => {
    const plant = new FakePlant(10, 0);
    const session = createSession(new Map([[1, plant]]));
    session.run(LIVE.filter, [1]);
    await waitUntilDone(session);
    const { resultId } = session.getState();
    plant.hold();
    expect(session.refresh(LIVE.filter, [1])).toBe(true);
    await vi.waitUntil(() => plant.requests.length === 2);
    expect(session.getState().status).toBe('done');
    expect(buildView(session).rows).toHaveLength(10);
    expect(session.refresh(LIVE.filter, [1])).toBe(false);
    plant.add(NOW);
    plant.release();
    await waitForState(session, () => buildView(session).rows.length === 11);
    expect(session.getState().resultId).toBe(resultId);
    expect(plant.polled).toEqual([false, true]);
  });

  it('LIFE-11 a refresh brings the whole page of the picked plant, also of one picked meanwhile', async () => {
    const [first, second] = [new FakePlant(60, 0), new FakePlant(60, 1)];
    const others = [3, 4].map((id) => [id, new FakePlant(60, id)] as const);
    const session = createSession(new Map([[1, first], [2, second], ...others]));
    session.run(DEFAULT_FILTER, [1, 2, 3, 4]);
    await waitUntilDone(session);
    session.pickPlant(1);
    await waitForState(session, () => buildView(session).rows.length === 50);
    const shown: number[] = [];
    session.subscribe(() => shown.push(buildView(session).rows.length));
    first.add(NOW);
    session.refresh(DEFAULT_FILTER, [1, 2, 3, 4]);
    await waitForState(session, () => buildView(session).total === 61);
    expect(new Set(shown)).toEqual(new Set([50]));
    second.hold();
    session.refresh(DEFAULT_FILTER, [1, 2, 3, 4]);
    session.pickPlant(2);
    second.add(NOW);
    second.release();
    await waitForState(session, () => buildView(session).total === 61 && buildView(session).rows.length === 50);
    expect(buildView(session).rows.every(({ peerId }) => peerId === 2)).toBe(true);
  });

  it('LIFE-11 no refresh while a later page is shown', async () => {
    const plant = new FakePlant(60, 0);
    const session = createSession(new Map([[1, plant]]));
    session.run(DEFAULT_FILTER, [1]);
    await waitUntilDone(session);
    plant.hold();
    session.refresh(DEFAULT_FILTER, [1]);
    plant.release();
    session.goToPage(2);
    await waitForState(session, () => buildView(session).rows.length === 10);
    expect(session.refresh(DEFAULT_FILTER, [1])).toBe(false);
    expect(session.getState().page).toBe(2);
  });
});
