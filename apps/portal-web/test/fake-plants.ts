import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { createTransit } from './create-transit.ts';
import type { FetchOptions, SearchPorts } from '../src/features/transits/search/search-session.ts';
import { SearchSession } from '../src/features/transits/search/search-session.ts';
import { buildSearchView } from '../src/features/transits/search/search-view.ts';

/** Instant to which every search of these tests refers. */
export const NOW = '2026-11-20T13:00:00.000Z';

const transit = (id: number, at: string): Transit =>
  createTransit(id, { targa: `AA${String(id).padStart(3, '0')}BB`, data: at, has_image: false, count_transits: 1 });

/** A plant in memory with `size` transits, one a minute, the newest `offsetMinutes` before now. */
export class FakePlant {
  readonly requests: TransitFilter[] = [];
  rows: readonly Transit[];
  #gate: PromiseWithResolvers<void> | null = null;

  constructor(size: number, offsetMinutes: number) {
    this.rows = Array.from({ length: size }, (_, i) =>
      transit(i, new Date(Date.parse(NOW) - (i * 2 + offsetMinutes) * 60_000).toISOString()),
    );
  }

  /** Adds a new read. */
  add(at: string): void {
    this.rows = [transit(this.rows.length, at), ...this.rows];
  }

  /** Holds back all responses from now on. */
  hold(): void {
    this.#gate = Promise.withResolvers<void>();
  }

  /** Releases the held responses. */
  release(): void {
    this.#gate?.resolve();
    this.#gate = null;
  }

  /** What widened each search of this plant; undefined: nothing. */
  misreads: TransitPage['scambi_misurati'];

  readonly polled: boolean[] = [];
  /** Called at each request with its kind. */
  onRequest: (what: 'page' | 'count') => void = () => undefined;

  /** Exact number of transits. */
  count(): number {
    this.onRequest('count');
    return this.rows.length;
  }

  /** Returns one page, by offset. */
  async page(body: TransitFilter, { isPolling }: Pick<FetchOptions, 'isPolling'>): Promise<TransitPage> {
    this.onRequest('page');
    this.requests.push(body);
    this.polled.push(isPolling);
    await this.#gate?.promise;
    const size = body.page_size ?? 50;
    const from = body.offs ?? 0;
    const objects = this.rows.slice(from, from + size);
    const hasNext = from + size < this.rows.length;
    return {
      objects,
      limitations: [],
      newest_read: this.rows[0]?.data ?? null,
      took_ms: 1,
      ...(this.misreads === undefined ? {} : { scambi_misurati: this.misreads }),
      pagination: {
        count: hasNext ? null : this.rows.length,
        paginate: true,
        page: null,
        page_size: size,
        num_pages: null,
        has_previous: from > 0,
        has_next: hasNext,
        previous_page: null,
        next_page: null,
        offset: from,
        limit: size,
        kind: 'offset',
      },
    };
  }
}

/** A session over these plants; `broken` ones fail. */
export function createSession(plants: ReadonlyMap<number, FakePlant | 'broken'>): SearchSession {
  let clock = 0;
  const plantOf = (peerId: number): FakePlant => {
    const plant = plants.get(peerId);
    if (plant instanceof FakePlant) return plant;
    throw new Error('unreachable');
  };
  const ports: SearchPorts = {
    fetchPage: async (peerId, body, { signal, isPolling }) => {
      const page = await plantOf(peerId).page(body, { isPolling });
      signal.throwIfAborted();
      return page;
    },
    fetchCount: async (peerId) => plantOf(peerId).count(),
    onResponse: () => undefined,
    holdImageLoads: () => () => undefined,
    classifyFailure: (error) => (error instanceof Error && error.name === 'AbortError' ? null : 'unreachable'),
    now: () => NOW,
    elapsed: () => (clock += 10),
  };
  return new SearchSession(ports);
}

/** Resolves when the state satisfies the condition. */
export const waitForState = (session: SearchSession, isDone: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isDone()) return resolve();
    const stop = session.subscribe(() => {
      if (!isDone()) return;
      stop();
      resolve();
    });
    return undefined;
  });
export const waitUntilDone = (session: SearchSession) =>
  waitForState(session, () => session.getState().status === 'done');
export const buildView = (session: SearchSession) => buildSearchView(session.getState(), [], NOW);
