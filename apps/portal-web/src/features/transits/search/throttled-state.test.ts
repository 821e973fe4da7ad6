import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakePlant, createSession } from '../../../../test/fake-plants.ts';
import { throttleState } from './throttled-state.ts';
import { DEFAULT_FILTER } from './search-filter.ts';
import { FETCH_DEBOUNCE_MS } from './search-machine.ts';

const PLANTS = [1, 2, 3, 4, 5, 6];

/** A running search of six plants whose responses the test releases. */
function startSearch() {
  const plants = new Map(PLANTS.map((id) => [id, new FakePlant(3, id)]));
  for (const plant of plants.values()) plant.hold();
  const session = createSession(plants);
  const { subscribe, getState } = throttleState(session);
  const drawn = vi.fn<() => void>();
  const stop = subscribe(drawn);
  const rows = (): number => getState().search?.parts.reduce((sum, part) => sum + part.feed.rows.length, 0) ?? 0;
  const answer = async (id: number): Promise<void> => {
    plants.get(id)?.release();
    await vi.advanceTimersByTimeAsync(1);
  };
  return { session, drawn, rows, answer, getState, stop };
}

describe('how often a search is drawn', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the first rows at once, those of plants that answer shortly after together, the end at once', async () => {
    const { session, drawn, rows, answer, getState } = startSearch();
    session.run(DEFAULT_FILTER, PLANTS);
    expect(getState().status).toBe('searching');
    await vi.advanceTimersByTimeAsync(FETCH_DEBOUNCE_MS);
    drawn.mockClear();
    await answer(1);
    expect([rows(), drawn.mock.calls.length]).toEqual([3, 1]);
    for (const id of [2, 3, 4]) await answer(id);
    expect([rows(), drawn.mock.calls.length]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(100);
    expect([rows(), drawn.mock.calls.length]).toEqual([12, 2]);
    await answer(5);
    await answer(6);
    expect(getState().status).toBe('done');
    expect(rows()).toBe(18);
  });

  it('what the person does is drawn at once, and so is everything that came before it', async () => {
    const { session, rows, answer, getState } = startSearch();
    session.run(DEFAULT_FILTER, PLANTS);
    await vi.advanceTimersByTimeAsync(FETCH_DEBOUNCE_MS);
    await answer(1);
    await answer(2);
    session.pickPlant(2);
    expect([getState().peerId, rows()]).toEqual([2, 6]);
    session.abort();
    expect(getState().status).toBe('aborted');
  });

  it('a tab that is not drawn has the state as it is, and none of what it missed when it comes back', async () => {
    const { session, answer, getState, stop } = startSearch();
    session.run(DEFAULT_FILTER, PLANTS);
    await vi.advanceTimersByTimeAsync(FETCH_DEBOUNCE_MS);
    await answer(1);
    await answer(2);
    stop();
    expect(getState()).toBe(session.getState());
    await answer(3);
    expect(getState()).toBe(session.getState());
  });
});
