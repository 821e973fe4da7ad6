import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TransitHistogram, transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { countTransitsByBody, searchTransits, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { getBucketStart } from '@varco/domain/transits/time-buckets.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { NO_PLATE_INDEX } from '../../plate-index/plate-index-client.ts';
import { deleteTransits } from '../retention/delete-transits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Set to 10000 before a release; each case makes four calls. */
const CASES = Number(process.env['VARCO_PROPERTY_CASES'] ?? 120);
let plant: TestPlant;
let plain: PlantApp;

beforeAll(async () => {
  plant = await startTestPlant({}, { hasPlateIndex: true });
  plain = buildApp({ ...plant.deps, store: { ...plant.deps.store, plateIndex: NO_PLATE_INDEX } });
  await insertReads(plant.deps.store, manyReads);
  const isReady = (): boolean => plant.deps.store.plateIndex.status().phase === 'ready';
  await vi.waitUntil(isReady, { timeout: 20_000 });
}, 60_000);
afterAll(async () => {
  await plain.close();
  await plant.close();
});

/** More plates than are scanned one by one, some long, some not read in full, over twenty days. */
const manyReads: readonly NewRead[] = Array.from({ length: 9000 }, (_, i) => {
  const number = (i * 7919) % 4000;
  const common = `${'ABC'.charAt(number % 3)}${'08BO'.charAt(number % 4)}${String(number).padStart(4, '0')}`;
  const plate =
    i % 50 === 0 ? `${common}LONGPLATE${i % 3}` : i % 31 === 0 ? `${common.slice(0, 3)}?${common.slice(4)}` : common;
  return {
    gate: 1 + (i % 4),
    direction: i % 3,
    plate,
    at: toIsoInstant(parseInstantMs(NOW) - ((i * 104_729) % (20 * DAY_MS))),
  };
});

async function answers(app: PlantApp, filter: TransitFilter, user: string) {
  const options = { token: await plant.token(user), headers: REASON };
  const { ref_time: _ref, ...rest } = filter;
  const page = await injectJson(app, searchTransits, { body: filter }, options);
  const count = await injectJson(app, countTransitsByBody, { body: rest }, options);
  return { page: { ...Object(page.body), took_ms: 0 }, count: count.body, status: [page.status, count.status] };
}

const ago = (ms: number): string => toIsoInstant(parseInstantMs(NOW) - ms);
const filter: fc.Arbitrary<TransitFilter> = fc.record(
  {
    f_targa: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'A*',
          '*1*',
          '*00',
          'B8*',
          'A0{2}00',
          '*LONG*',
          'C*,=A01234',
          'BB?*'.replace('?', '1'),
        ),
      },
      {
        weight: 2,
        arbitrary: fc.integer({ min: 0, max: 3999 }).map((n) => manyReads[n]?.plate.replace('?', '*') ?? '*'),
      },
    ),
    f_allowed_plate_misreads: fc.boolean(),
    f_allowed_plate_errors: fc.constantFrom(0, 1, 2, 3),
    f_startTime: fc.oneof(
      fc.constant('2026-11-10T23:00:00.000Z'),
      fc.integer({ min: 80, max: 500 }).map((h) => ago(h * HOUR_MS)),
    ),
    f_endTime: fc.oneof(fc.constant('2026-11-19T22:59:59.999Z'), fc.integer({ min: 0, max: 3 * DAY_MS }).map(ago)),
    f_varchi: fc.constant([1, 3]),
    f_direction: fc.constant([1, 2]),
    f_count_gt: fc.constantFrom(1, 2, 3, 8),
    f_count_eq: fc.constantFrom(0, 2, 4),
    f_count_lt: fc.constantFrom(2, 3),
    f_distinct: fc.constant(true),
    order_by: fc.constantFrom('-data', '+data', '-count_transits', '+g_transits', '-g_transits', '-g_transit_days'),
    offs: fc.integer({ min: 0, max: 300 }),
    page_size: fc.integer({ min: 1, max: 60 }),
  },
  { requiredKeys: [] },
);

describe('a plant with its plates in memory answers as its database does', () => {
  it(
    'FLT-19 FLT-23 FLT-25 FLT-29 random searches and counts, for free and for limited persons, while reads come and go',
    async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(filter, fc.constantFrom('operatore', 'operatore', 'limitato'), async (one, user) => {
          run += 1;
          if (run % 10 === 0)
            await insertReads(plant.deps.store, [
              { gate: 1, plate: `A0${run}`, at: ago(run * HOUR_MS) },
              { gate: 2, plate: `NEW${run}`, at: ago(run) },
            ]);
          if (run % 25 === 0)
            await deleteTransits(plant.pool, { beforeMs: parseInstantMs(NOW) - 19 * DAY_MS, limit: 20 });
          const inMemory = await answers(plant.app, one, user);
          expect(inMemory).toEqual(await answers(plain, one, user));
          expect(inMemory.status).toEqual([200, 200]);
        }),
        { numRuns: CASES },
      );
      // The index answered throughout and never fell back to the database.
      expect(plant.counters.plateIndex).toBeGreaterThan(100);
      expect(plant.deps.store.plateIndex.status().phase).toBe('ready');
    },
    Math.max(600_000, CASES * 200),
  );

  it('counts whole days of a pattern over months from memory, and the cut days and corrections exactly', async () => {
    const read = (at: number) => ({ gate: 1, plate: `C${at % 40}OLD`, at: ago(35 * DAY_MS + at * HOUR_MS) });
    const old = await insertReads(
      plant.deps.store,
      Array.from({ length: 60 }, (_, at) => read(at)),
    );
    await plant.pool.query(
      `insert into plate_correction (plate, ts, id, corrected, author, reason, made_at) values ($1, $2, $3, $4, $5, 'prova', $2)`,
      ['C3OLD', read(3).at, old[3]?.id, 'AFIXED', '00000000-0000-4000-8000-000000000001'],
    );
    const count = async (app: PlantApp, body: TransitFilter) => {
      const answer = await injectJson(app, transitHistogram, { body }, { token: await plant.token('operatore') });
      return { ...TransitHistogram.parse(answer.body), took_ms: 0 };
    };
    for (const one of [
      { f_targa: 'A*' },
      { f_targa: '*1*', f_startTime: ago(40 * DAY_MS + 5 * HOUR_MS), f_endTime: ago(3 * HOUR_MS) },
      { f_targa: 'B8*', f_allowed_plate_misreads: true, f_startTime: ago(60 * DAY_MS) },
      { f_targa: '*LONG*' },
    ]) {
      const before = plant.counters.plateIndex;
      const inMemory = await count(plant.app, one);
      expect(plant.counters.plateIndex - before).toBeGreaterThan(1);
      const byRows = await count(plain, one);
      expect(inMemory.larghezza).toBe('day');
      const days = new Map<string, number>();
      for (const { inizio, transiti } of byRows.secchi) {
        const day = toIsoInstant(getBucketStart(parseInstantMs(inizio), 'day'));
        days.set(day, (days.get(day) ?? 0) + (transiti ?? 0));
      }
      expect(inMemory.secchi.map(({ inizio, transiti }) => [inizio, transiti])).toEqual([...days]);
    }
  });

  it('what was acknowledged is found by the next question', async () => {
    for (let i = 0; i < 50; i += 1) {
      const plate = `JUST${i}IN`;
      await insertReads(plant.deps.store, [{ gate: 1, plate, at: ago(i) }]);
      const { page, count } = await answers(plant.app, { f_targa: `*ST${i}I*` }, 'operatore');
      expect(page.objects).toMatchObject([{ targa: plate }]);
      expect(count).toMatchObject({ count: 1 });
    }
  });

  it('FLT-19 older rows of the nearest plates do not displace rows of other plates', async () => {
    // Each of the 40 nearest plates was last seen at a gate the search excludes and before that at gate 1. The plates
    // between have one row at gate 1.
    const nearest = Array.from({ length: 40 }, (_, i): NewRead[] => [
      { gate: 2, plate: `NEAR${i}X`, at: ago(3 * HOUR_MS + i * 1000) },
      { gate: 1, plate: `NEAR${i}X`, at: ago(90 * HOUR_MS + i * 1000) },
    ]);
    const between = Array.from({ length: 40 }, (_, i): NewRead => {
      return { gate: 1, plate: `NEAR${i}Y`, at: ago(50 * HOUR_MS + i * 1000) };
    });
    await insertReads(plant.deps.store, [...nearest.flat(), ...between]);
    const searched: TransitFilter = { f_targa: '*NEAR*', f_varchi: [1], page_size: 10 };
    const inMemory = await answers(plant.app, searched, 'operatore');
    expect(inMemory).toEqual(await answers(plain, searched, 'operatore'));
    expect(inMemory.page).toMatchObject({ objects: between.slice(0, 10).map(({ plate }) => ({ targa: plate })) });
  });

  it('a correction is found under the plate it names, and counted once', async () => {
    const [read] = await insertReads(plant.deps.store, [{ gate: 1, plate: 'WRONG77', at: ago(5) }]);
    await plant.pool.query(
      `insert into plate_correction (plate, ts, id, corrected, author, reason, made_at) values ($1, $2, $3, $4, $5, 'prova', $2)`,
      ['WRONG77', ago(5), read?.id, 'A0RIGHT', '00000000-0000-4000-8000-000000000001'],
    );
    for (const f_targa of ['A*', 'A0R*,WR*', '*R*', '=A0R*'])
      expect(await answers(plant.app, { f_targa }, 'operatore')).toEqual(
        await answers(plain, { f_targa }, 'operatore'),
      );
    const { page } = await answers(plant.app, { f_targa: 'A0R*' }, 'operatore');
    expect(page.objects).toMatchObject([{ targa: 'WRONG77', targa_corretta: 'A0RIGHT' }]);
  });

  it('an abandoned question is dropped, and the next one answered', async () => {
    const parsed = parsePlatePattern(Array.from({ length: 100 }, (_, i) => `*${i}A{1}B*`).join(','));
    if (!parsed.ok) throw new Error('pattern');
    const { plateIndex } = plant.deps.store;
    const leaving = new AbortController();
    const question = { terms: parsed.terms, misreads: true, variations: 3 } as const;
    const abandoned = plateIndex.find(question, { most: 10 }, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(abandoned).rejects.toThrow('left');
    expect(await plateIndex.find({ ...question, variations: 0 }, { most: 10 })).not.toBeNull();
  });

  it('without its thread the plant goes on', async () => {
    const before = await answers(plant.app, { f_targa: 'A*' }, 'operatore');
    await plant.deps.store.plateIndex.stop();
    expect(plant.deps.store.plateIndex.status().phase).toBe('off');
    expect(await answers(plant.app, { f_targa: 'A*' }, 'operatore')).toEqual(before);
  });
});
