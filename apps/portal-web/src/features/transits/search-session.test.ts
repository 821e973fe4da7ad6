import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FILTER } from './search-filter.ts';
import { SearchSession, type SearchPorts } from './search-session.ts';
import { searchView } from './search-view.ts';

const NOW = '2026-11-20T13:00:00.000Z';

const transit = (id: number, at: string): Transit => ({
  id: String(id),
  targa: `AA${String(id).padStart(3, '0')}BB`,
  targa_corretta: null,
  confidence: null,
  confidence_chars: [],
  nazione: 'I',
  provincia: '',
  comune: '',
  data: at,
  varco: 'V01',
  varco_id: 1,
  direction: 0,
  lane: null,
  class: 'car',
  gps_lat: null,
  gps_lon: null,
  speed: null,
  image_url: null,
  has_image: false,
  plate_image_url: null,
  has_plate_image: false,
  context_image_url: null,
  has_context_image: false,
  redacted: false,
  marca: '',
  modello: '',
  colore: '',
  euro: null,
  count_transits: 1,
  g_transits: 1,
  g_transit_days: 1,
  first_seen: null,
  last_seen: null,
  t_max: 0,
  assicurata: '--',
  scadass: null,
  revisionata: '--',
  scadrev: null,
  rubata: '--',
  sives: '',
  agenti: '',
  allarme: 'no',
  is_adr: false,
  ADR: '',
  adr_raw: '',
  adr_class: '',
  adr_un_no: '',
  adr_kemler: '',
  adr_primary_label: '',
  match: null,
});

/** A plant in memory with `size` transits, one a minute, the newest `offsetMinutes` before now. */
class FakePlant {
  readonly asked: TransitFilter[] = [];
  readonly rows: readonly Transit[];
  #gate: PromiseWithResolvers<void> | null = null;

  constructor(size: number, offsetMinutes: number) {
    this.rows = Array.from({ length: size }, (_, i) =>
      transit(i, new Date(Date.parse(NOW) - (i * 2 + offsetMinutes) * 60_000).toISOString()),
    );
  }

  hold(): void {
    this.#gate = Promise.withResolvers<void>();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = null;
  }

  async page(body: TransitFilter): Promise<TransitPage> {
    this.asked.push(body);
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

function sessionOver(plants: ReadonlyMap<number, FakePlant | 'broken'>): SearchSession {
  let clock = 0;
  const plantOf = (peerId: number): FakePlant => {
    const plant = plants.get(peerId);
    if (plant instanceof FakePlant) return plant;
    throw new Error('unreachable');
  };
  const ports: SearchPorts = {
    ask: async (peerId, body, signal) => {
      const page = await plantOf(peerId).page(body);
      signal.throwIfAborted();
      return page;
    },
    count: async (peerId) => plantOf(peerId).rows.length,
    onAnswer: () => undefined,
    failureOf: (error) => (error instanceof Error && error.name === 'AbortError' ? null : 'unreachable'),
    now: () => NOW,
    elapsed: () => (clock += 10),
  };
  return new SearchSession(ports);
}

const settled = (session: SearchSession, isDone: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isDone()) return resolve();
    const stop = session.subscribe(() => {
      if (!isDone()) return;
      stop();
      resolve();
    });
    return undefined;
  });
const done = (session: SearchSession) => settled(session, () => session.getState().status === 'done');
const view = (session: SearchSession) => searchView(session.getState(), [], NOW);

describe('federated search of a list tab', () => {
  it('GEN-01 LIFE-01 PAG-02 merges two plants in order, fifty rows, exact total', async () => {
    const session = sessionOver(
      new Map([
        [1, new FakePlant(200, 0)],
        [2, new FakePlant(80, 1)],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    expect(session.getState().status).toBe('searching');
    await done(session);
    await settled(session, () => view(session).isTotalExact);
    const { rows, total, pageCount } = view(session);
    expect(rows).toHaveLength(50);
    expect(rows.map((row) => row.transit.data)).toEqual(
      rows
        .map((row) => row.transit.data)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(rows.map((row) => row.peerId))).toEqual(new Set([1, 2]));
    expect([total, pageCount]).toEqual([280, 6]);
  });

  it('LIFE-10 a plant that fails does not hold the others up; retrying asks only it', async () => {
    const plants = new Map<number, FakePlant | 'broken'>([
      [1, new FakePlant(10, 0)],
      [2, 'broken'],
    ]);
    const session = sessionOver(plants);
    session.run(DEFAULT_FILTER, [1, 2]);
    await done(session);
    expect(view(session).rows).toHaveLength(10);
    expect(view(session).completeness?.counts.error).toBe(1);
    plants.set(2, new FakePlant(5, 1));
    session.retry(2);
    await done(session);
    expect(view(session).rows).toHaveLength(15);
    expect(view(session).completeness?.isWhole).toBe(true);
  });

  it('late rows wait for the person once the list is being read', async () => {
    const late = new FakePlant(5, 1);
    late.hold();
    const session = sessionOver(
      new Map([
        [1, new FakePlant(10, 0)],
        [2, late],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    await settled(session, () => view(session).rows.length === 10);
    session.freeze();
    late.release();
    await done(session);
    expect(view(session).rows).toHaveLength(10);
    expect(view(session).merged?.late).toEqual([{ plantId: '2', rows: 5 }]);
    session.showLate();
    expect(view(session).rows).toHaveLength(15);
  });

  it('LIFE-03 LIFE-04 aborting leaves no rows and no failure; a later answer is nobody’s', async () => {
    const slow = new FakePlant(10, 0);
    slow.hold();
    const session = sessionOver(new Map([[1, slow]]));
    session.run(DEFAULT_FILTER, [1]);
    session.abort();
    slow.release();
    await Promise.resolve();
    expect(session.getState()).toMatchObject({ status: 'aborted', search: null });
  });

  it('LIFE-07 a page change happens only where there is one, and asks by offset with the reference time (PAG-03)', async () => {
    const plant = new FakePlant(60, 0);
    const session = sessionOver(new Map([[1, plant]]));
    session.run(DEFAULT_FILTER, [1]);
    await done(session);
    session.goToPage(0);
    expect(session.getState().page).toBe(1);
    session.goToPage(2);
    await settled(session, () => view(session).rows.length === 10);
    expect(plant.asked.at(-1)).toMatchObject({ offs: 50, ref_time: NOW });
    session.goToPage(3);
    expect(session.getState().page).toBe(2);
  });

  it('LIFE-06 sorting asks the same plants again and starts at the first page', async () => {
    const plant = new FakePlant(60, 0);
    const session = sessionOver(new Map([[1, plant]]));
    session.run(DEFAULT_FILTER, [1]);
    await done(session);
    session.sortBy('count_transits');
    expect(plant.asked.at(-1)).toMatchObject({ order_by: '+count_transits', p: 1 });
    session.sortBy('nonsense');
    expect(plant.asked.at(-1)).toMatchObject({ order_by: '+count_transits' });
    session.sortBy('count_transits');
    expect(plant.asked.at(-1)).toMatchObject({ order_by: '-count_transits' });
  });

  it('picking one plant shows only its rows and keeps the others', async () => {
    const session = sessionOver(
      new Map([
        [1, new FakePlant(10, 0)],
        [2, new FakePlant(5, 1)],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    await done(session);
    session.pickPlant(2);
    expect(view(session).rows.map((row) => row.peerId)).toEqual([2, 2, 2, 2, 2]);
    session.pickPlant(null);
    expect(view(session).rows).toHaveLength(15);
  });

  it('a plant that fails after its first page keeps its rows and says so', async () => {
    const plants = new Map<number, FakePlant | 'broken'>([[1, new FakePlant(60, 0)]]);
    const session = sessionOver(plants);
    session.run(DEFAULT_FILTER, [1]);
    await done(session);
    plants.set(1, 'broken');
    session.goToPage(2);
    const answer = () => view(session).completeness?.plants[0]?.answer;
    await settled(session, () => answer()?.state === 'partial');
    expect(answer()).toEqual({ state: 'partial', reasons: ['failed'] });
    session.goToPage(1);
    expect(view(session).rows).toHaveLength(50);
  });
});
