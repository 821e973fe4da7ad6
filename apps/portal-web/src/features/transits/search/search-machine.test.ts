import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakePlant, NOW } from '../../../../test/fake-plants.ts';
import { DEFAULT_FILTER } from './search-filter.ts';
import type { SearchEffect, SearchEvent } from './search-events.ts';
import { advanceSearch, getCurrentPage, isSearchComplete } from './search-machine.ts';
import { IDLE_SEARCH, type SearchState } from './search-state.ts';
import { toWireQuery } from './search-wire.ts';

/** A search over plants in memory whose calls end only when the test says so. */
class ManualSearch {
  state: SearchState = IDLE_SEARCH;
  /** Ends of the calls under way and of the pending wait. */
  readonly pending = new Map<string, () => Promise<SearchEvent>>();
  readonly #plants: ReadonlyMap<string, FakePlant>;
  #elapsed = 0;

  constructor(sizes: readonly number[]) {
    this.#plants = new Map(sizes.map((size, i) => [String(i + 1), new FakePlant(size, i)]));
  }

  get peerIds(): readonly number[] {
    return [...this.#plants.keys()].map(Number);
  }

  report(event: SearchEvent): void {
    this.#elapsed += 10;
    const { state, effects } = advanceSearch(this.state, event, { now: NOW, elapsed: this.#elapsed });
    this.state = state;
    for (const effect of effects) this.#begin(effect);
  }

  async end(key: string): Promise<void> {
    const end = this.pending.get(key);
    this.pending.delete(key);
    if (end !== undefined) this.report(await end());
  }

  /** Ends the calls in an arbitrary order until none is under way. */
  async settle(pick: (among: number) => number): Promise<void> {
    while (this.pending.size > 0) await this.end([...this.pending.keys()][pick(this.pending.size)] ?? '');
  }

  #begin(effect: SearchEffect): void {
    const { filter, order, startedAt } = this.state;
    if (effect.type === 'cancel') this.pending.clear();
    if (effect.type === 'wait') {
      this.pending.set('wait', () => {
        this.#elapsed += effect.ms;
        return Promise.resolve({ type: effect.next });
      });
    }
    if (effect.type === 'fetch-counts') {
      for (const plantId of effect.plantIds) {
        const count = this.#plants.get(plantId)?.rows.length ?? 0;
        this.pending.set(`count ${plantId}`, () => Promise.resolve({ type: 'count-ended', plantId, count }));
      }
    }
    if (effect.type !== 'fetch-rows' || filter === null || startedAt === null) return;
    for (const request of effect.requests) {
      const key = `rows ${request.plantId}`;
      if (this.pending.has(key)) throw new Error(`Two row calls to plant ${request.plantId}`);
      const body = toWireQuery({ filter, order, startedAt }, request);
      const plant = this.#plants.get(request.plantId) ?? new FakePlant(0, 0);
      this.pending.set(key, async () => ({
        type: 'rows-received',
        request,
        page: await plant.page(body, { isPolling: false }),
      }));
    }
  }
}

const ACTIONS: readonly ((search: ManualSearch, n: number) => SearchEvent)[] = [
  (search) => ({ type: 'run', filter: DEFAULT_FILTER, peerIds: search.peerIds }),
  () => ({ type: 'sort', field: 'count_transits' }),
  () => ({ type: 'abort' }),
  () => ({ type: 'freeze' }),
  () => ({ type: 'accept-late-rows' }),
  (search, n) => ({ type: 'retry', peerId: (n % search.peerIds.length) + 1 }),
  (search, n) => ({ type: 'pick-plant', peerId: n % 3 === 0 ? null : (n % search.peerIds.length) + 1 }),
  (search, n) => ({ type: 'go-to-page', page: search.state.page + (n % 3) - 1 }),
];

/** A number decides: most end a call that is under way, some are an action of the user, one in nine is a failure. */
async function take(search: ManualSearch, n: number): Promise<void> {
  const keys = [...search.pending.keys()];
  const key = keys[n % Math.max(1, keys.length)];
  const action = ACTIONS[n % 25];
  if (action !== undefined) return search.report(action(search, n));
  if (n % 9 === 0 && key?.startsWith('rows') === true) {
    search.pending.delete(key);
    return search.report({ type: 'rows-failed', plantId: key.slice('rows '.length), failure: 'timeout' });
  }
  await search.end(key ?? '');
}

/** What holds after every event. */
function checkInvariants({ state, pending }: ManualSearch): void {
  const rows = getCurrentPage(state)?.rows ?? [];
  expect(new Set(rows.map(({ plantId, row }) => `${plantId} ${row.id}`)).size).toBe(rows.length);
  const open = [...pending.keys()].filter((key) => key.startsWith('rows')).map((key) => key.slice('rows '.length));
  expect([...state.requests.inFlight].toSorted()).toEqual(open.toSorted());
  const waiting = state.search?.parts.filter(({ progress }) => progress === 'pending') ?? [];
  if (state.status === 'done') expect(waiting).toEqual([]);
  // A search that still says "searching" has something under way that will end it.
  if (state.status === 'searching') expect(pending.size).toBeGreaterThan(0);
  // So has a page that lacks rows: it is drawn as busy.
  const isPageOpen = getCurrentPage(state)?.isComplete === false;
  if (isPageOpen) expect(open.length > 0 || pending.has('wait')).toBe(true);
  // The rows of a plant that was picked are shown, however late they came.
  if (state.peerId !== null) expect(getCurrentPage(state)?.awaitingAcceptance ?? []).toEqual([]);
}

it('LIFE-01 LIFE-10 any order of responses, failures and user actions leaves no plant waited for and no row twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 130 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat({ max: 10_000 }), { maxLength: 60 }),
      async (sizes, choices) => {
        const search = new ManualSearch(sizes);
        search.report({ type: 'run', filter: DEFAULT_FILTER, peerIds: search.peerIds });
        for (const n of choices) {
          await take(search, n);
          checkInvariants(search);
        }
        await search.settle((among) => (choices[0] ?? 0) % among);
        checkInvariants(search);
        expect(search.state.status).not.toBe('searching');
        expect(isSearchComplete(search.state) || search.state.status === 'aborted').toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

it('LIFE-10 every order of responses gives the page that one order gives', async () => {
  const sizes = [90, 0, 7, 61];
  const shown = async (pick: (among: number) => number): Promise<readonly string[]> => {
    const search = new ManualSearch(sizes);
    search.report({ type: 'run', filter: DEFAULT_FILTER, peerIds: search.peerIds });
    await search.settle(pick);
    return (getCurrentPage(search.state)?.rows ?? []).map(({ plantId, row }) => `${plantId} ${row.id}`);
  };
  const expected = await shown(() => 0);
  expect(expected).toHaveLength(50);
  for (let start = 0; start < 12; start += 1) {
    let n = start;
    expect(await shown((among) => (n += 7) % among)).toEqual(expected);
  }
});

it('a plant whose further rows are on their way is not called a second time by a retry', async () => {
  const search = new ManualSearch([130]);
  search.report({ type: 'run', filter: DEFAULT_FILTER, peerIds: search.peerIds });
  await search.settle(() => 0);
  search.report({ type: 'go-to-page', page: 2 });
  expect([...search.pending.keys()]).toEqual(['rows 1']);
  const before = search.state;
  search.report({ type: 'retry', peerId: 1 });
  expect(search.state).toBe(before);
  await search.end('rows 1');
  expect(getCurrentPage(search.state)?.rows).toHaveLength(50);
});
