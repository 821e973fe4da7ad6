import { transitHistogram, TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { type TransitFilter } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { getBucketStart, MAX_BUCKETS } from '@varco/domain/transits/time-buckets.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arbitraryFilter } from '../../../testing/random-filters.ts';
import { isoMillisAgo } from '../../../testing/reference-search.ts';
import { HOUR_MS, SCOPES, startSearchFixture, type SearchFixture } from '../../../testing/search-fixture.ts';
import { NOW, REASON } from '../../../testing/test-plant.ts';
import { parseError } from '../../../testing/transits-fixture.ts';
import { insertReads } from '../../ingest/insert-reads.repository.ts';

/** Set to 10000 before a release; each case makes one call. */
const CASES = Number(process.env['VARCO_PROPERTY_CASES'] ?? 300);
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = parseInstantMs(NOW);

let world: SearchFixture;
beforeAll(async () => {
  world = await startSearchFixture(1200, 11);
  for (const user of [...Object.keys(SCOPES), 'oscurato']) await world.plant.token(user);
});
afterAll(() => world.plant.close());
beforeEach(() => {
  world.plant.audit.records.length = 0;
});

const call = (filter: TransitFilter, user = 'operatore') =>
  world.plant.call(transitHistogram, { body: filter }, user, REASON);

async function histogram(filter: TransitFilter, user?: string): Promise<TransitHistogram> {
  const answer = await call(filter, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return TransitHistogram.parse(answer.body);
}

const sum = ({ secchi }: TransitHistogram): number =>
  secchi.reduce((total, { transiti }) => total + (transiti ?? 0), 0);

/** The buckets that have transits, as the slow search counts them. */
function expectedBuckets(filter: TransitFilter, user: string, width: TransitHistogram['larghezza']) {
  const counts = new Map<string, number>();
  for (const id of world.expected(filter, user).ids) {
    const start = toIsoInstant(getBucketStart(parseTransitIdMs(id) ?? 0, width));
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return [...counts].map(([inizio, transiti]) => ({ inizio, transiti })).sort((a, b) => (a.inizio < b.inizio ? -1 : 1));
}

describe('what is counted', () => {
  it(
    `${CASES} random filters of three persons have in each bucket what the slow search finds there`,
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryFilter(world), fc.constantFrom(...Object.keys(SCOPES)), async (filter, user) => {
          const found = await histogram(filter, user);
          expect(found.secchi.filter(({ transiti }) => transiti !== 0)).toEqual(
            expectedBuckets(filter, user, found.larghezza),
          );
          expect(found.secchi.length).toBeLessThanOrEqual(MAX_BUCKETS);
        }),
        { numRuns: CASES },
      );
    },
    Math.max(180_000, CASES * 100),
  );

  it.each([
    ['half an hour', HOUR_MS / 2, 'minute'],
    ['a day', DAY_MS, 'quarter_hour'],
    ['a week', 7 * DAY_MS, 'hour'],
    ['a month', 30 * DAY_MS, 'six_hours'],
    ['three months', 88 * DAY_MS, 'half_day'],
  ] as const)(
    'the sum over %s is the count of the search, without a gap between buckets',
    async (_name, span, width) => {
      for (const more of [{}, { f_varchi: [1, 3] }, { f_targa: 'AB*' }, { f_unread: 'with' as const }]) {
        const filter = { f_startTime: isoMillisAgo(span), f_endTime: isoMillisAgo(0), ...more };
        const found = await histogram(filter);
        expect(found.larghezza).toBe(width);
        expect(sum(found)).toBe(await world.count(filter));
        expect(found.secchi[0]?.inizio).toBe(toIsoInstant(getBucketStart(NOW_MS - span, width)));
        const starts = found.secchi.map(({ inizio }) => parseInstantMs(inizio));
        for (const [at, start] of starts.entries())
          if (at > 0) expect(getBucketStart(start - 1, width)).toBe(starts[at - 1]);
        expect(parseInstantMs(found.fine ?? '')).toBeGreaterThanOrEqual(NOW_MS);
      }
    },
  );

  it('without a period it begins with the oldest visible transit and ends with the present', async () => {
    const found = await histogram({});
    const oldest = world.expected({}, 'operatore').ids.at(-1) ?? '';
    expect(found.secchi[0]?.inizio).toBe(toIsoInstant(getBucketStart(parseTransitIdMs(oldest) ?? 0, found.larghezza)));
    expect(parseInstantMs(found.secchi.at(-1)?.inizio ?? '')).toBeLessThanOrEqual(NOW_MS);
    expect(sum(found)).toBe(await world.count({}));
  });

  it('a period before retention has no bucket', async () => {
    const found = await histogram({ f_startTime: isoMillisAgo(200 * DAY_MS), f_endTime: isoMillisAgo(150 * DAY_MS) });
    expect(found).toMatchObject({ secchi: [], fine: null, limitations: ['retention'] });
  });
});

describe('rights', () => {
  it('limits of a person shorten it and are named', async () => {
    const found = await histogram({ f_startTime: isoMillisAgo(5 * DAY_MS) }, 'breve');
    expect(found.limitations).toEqual(['t_max']);
    expect(parseInstantMs(found.secchi[0]?.inizio ?? '')).toBe(getBucketStart(NOW_MS - HOUR_MS, found.larghezza));
    expect((await histogram({}, 'limitato')).limitations).toEqual(['gates']);
    const refused = await call({ f_varchi: [2] }, 'limitato');
    expect([refused.status, parseError(refused.body).sub_code]).toEqual([403, 'gate_not_allowed']);
  });

  it.each([{ f_targa: 'AB123CD' }, { f_count_gt: 2 }, { f_distinct: true }, { f_colore: ['white'] }])(
    'who sees no plates cannot tell a vehicle by when it passed: %j',
    async (filter) => {
      const refused = await call(filter, 'oscurato');
      expect([refused.status, parseError(refused.body).code, parseError(refused.body).sub_code]).toEqual([
        403,
        'no_perms',
        'level',
      ]);
      expect(sum(await histogram({}, 'oscurato'))).toBe(await world.count({}, 'oscurato'));
    },
  );

  it('a filter by owner is refused, so that the ministry is asked once', async () => {
    const refused = await call({ f_codfisc: '01234560007' });
    expect([refused.status, parseError(refused.body).sub_code]).toEqual([400, 'invalid_field']);
  });

  it.each([
    ['an unknown name', { f_plate: 'AB' }, 'unknown_field'],
    ['10 kB of plate', { f_targa: 'A'.repeat(10_000) }, 'invalid_field'],
    ['a day that is none', { f_startTime: '2026-02-30T00:00:00Z' }, 'invalid_field'],
    ['an end before the start', { f_startTime: isoMillisAgo(1), f_endTime: isoMillisAgo(2) }, 'invalid_field'],
    ['a width of its own', { larghezza: 'minute' }, 'unknown_field'],
    ['an approval that is text', { consenso: 'x' }, 'invalid_field'],
  ])('%s is a clear bad_request', async (_name, body, sub) => {
    const answer = await world.plant.callRaw(transitHistogram, { body }, 'operatore');
    expect([answer.status, parseError(answer.body).code, parseError(answer.body).sub_code]).toEqual([
      400,
      'bad_request',
      sub,
    ]);
  });
});

describe('the log', () => {
  it('has it as part of the search of the same filter', async () => {
    const filter: TransitFilter = { f_targa: 'AB12*', order_by: '-data' };
    await world.page({ ...filter, p: 1, page_size: 8 });
    await histogram(filter);
    expect(world.plant.audit.records.map(({ action }) => action)).toEqual(['transits.search', 'transits.histogram']);
    expect(world.plant.audit.records[1]).toMatchObject({
      outcome: 'ok',
      reason: { code: 'training', case: '12/2026' },
      detail: { filter: { f_targa: 'AB12*' } },
    });
  });
  it('has it as a count where no search of this filter was begun by this person', async () => {
    await world.page({ f_targa: 'CD*', p: 1 });
    await histogram({ f_targa: 'CD*' }, 'breve');
    await histogram({ f_targa: 'CD1*' });
    expect(world.plant.audit.records.map(({ action }) => action)).toEqual([
      'transits.search',
      'transits.count',
      'transits.count',
    ]);
  });
});

it('a read of a clock that is ahead is in a bucket after the present', async () => {
  const ahead = NOW_MS + 5 * HOUR_MS;
  await insertReads(world.plant.deps.store, [{ gate: 4, plate: 'AHEAD01', at: toIsoInstant(ahead) }]);
  const found = await histogram({ f_targa: 'AHEAD01', f_startTime: isoMillisAgo(HOUR_MS) });
  const inizio = toIsoInstant(getBucketStart(ahead, found.larghezza));
  expect(found.secchi.at(-1)).toEqual({ inizio, transiti: 1 });
});

it('what could not be counted in time is unknown, never zero', async () => {
  const owner = createPool({ url: world.plant.ownerUrl, applicationName: 'histogram test owner', max: 1 });
  const locked = await owner.connect();
  try {
    await locked.query('begin; lock table transit in access exclusive mode');
    const found = await histogram({ f_targa: 'AB123CD', f_startTime: isoMillisAgo(7 * DAY_MS) });
    expect(found.secchi.length).toBeGreaterThan(100);
    expect(found.secchi.every(({ transiti }) => transiti === null)).toBe(true);
  } finally {
    await locked.query('rollback');
    locked.release();
    await owner.end();
  }
});
