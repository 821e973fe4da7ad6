import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { searchSuspects } from '@varco/contract/plant/suspects.ts';
import { ExcessShares } from '@varco/domain/analysis/excess-shares.ts';
import { DEFAULT_SUSPECT_WEIGHTS } from '@varco/domain/analysis/suspect-score.ts';
import { toIsoInstant, parseInstantMs, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { NO_PLATE_INDEX } from '../../plate-index/plate-index-client.ts';
import { deleteTransits } from '../retention/delete-transits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { catchUpMovementDays, updateMovementDays } from '../../plate-index/movements/movement-days.repository.ts';
import { readFirstHourMs, readPlatesByLog2 } from '../../plate-index/movements/movements.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { selectBestSuspects } from './best-suspects.ts';
import {
  activityRange,
  findMovementsInDatabase,
  type MovementRequest,
  type WindowMovements,
} from './suspect-movements.ts';
import { scorePlates, pointsWithoutStatus } from './suspect-scores.ts';
import { findWindowMovements } from './window-movements.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = parseInstantMs(NOW);
const DAYS = 40;
/** Set to 1000 before a release; each case runs four queries. */
const CASES = Number(process.env['VARCO_PROPERTY_CASES'] ?? 60);

/** Nine gates of a town and one far away. */
const GATES = Array.from({ length: 10 }, (_, n) => ({
  id: n + 1,
  fullname: `Varco ${n + 1}`,
  lat: n === 9 ? 44.9 : 44.1 + (n % 3) * 0.01,
  lon: 12.2 + Math.floor(n / 3) * 0.01,
}));

/**
 * Every third plate uninsured, every fifth foreign, every seventh not inspected, so that status differs by up to forty
 * points.
 */
function statusOf(plate: string): Partial<NewRead> {
  const n = Number(plate.slice(2, 6));
  return {
    nation: n % 5 === 0 ? 'RO' : 'I',
    insured: n % 3 === 0 ? 'no' : 'si',
    inspected: n % 7 === 0 ? 'no' : 'si',
  };
}

/** Days with loops, tours, nights and impossible drives, one of them the day on which the clock goes back. */
function manyReads(): readonly NewRead[] {
  const next = createSeededRandom(20_261_123);
  const below = (n: number): number => Math.floor(next() * n);
  const all: NewRead[] = [];
  const read = (plate: string, gate: number, ms: number): unknown =>
    ms < NOW_MS && all.push({ plate, gate, at: toIsoInstant(Math.round(ms)), ...statusOf(plate) });
  for (let n = 0; n < 900; n += 1) {
    const plate = `C${'AEKMPRTX'.charAt(n % 8)}${String(n).padStart(4, '0')}V`;
    for (let trip = 0; trip < 2 + (n % 9); trip += 1) {
      const day = romeDayStart(toRomeDay(NOW_MS - below(DAYS) * DAY_MS));
      // Often at night and around the hours where windows start and end.
      const at = day + (next() < 0.4 ? next() * 6 : next() * 25) * HOUR_MS;
      const kind = below(6);
      const gate = 1 + below(9);
      if (kind === 0)
        for (let lap = 0; lap < 2 + below(5); lap += 1) read(plate, gate, at + lap * (1 + below(40)) * MINUTE_MS);
      else if (kind === 1)
        for (let stop = 0; stop < 9; stop += 1)
          read(plate, 1 + ((gate + stop) % 9), at + stop * below(150) * MINUTE_MS);
      else if (kind === 2) {
        read(plate, gate, at);
        read(plate, 10, at + below(20) * MINUTE_MS);
      } else read(plate, gate, at);
    }
  }
  return all;
}

let plant: TestPlant;
let plain: PlantApp;
let firstMs = 0;

beforeAll(async () => {
  plant = await startTestPlant({ gates: GATES }, { hasPlateIndex: true });
  plain = buildApp({ ...plant.deps, store: { ...plant.deps.store, plateIndex: NO_PLATE_INDEX } });
  await insertReads(plant.deps.store, manyReads());
  await updateMovementDays(plant.pool, NOW_MS, new AbortController().signal);
  firstMs = (await readFirstHourMs(plant.deps.store.runner)) ?? 0;
  await vi.waitUntil(() => plant.deps.store.plateIndex.status().phase === 'ready', { timeout: 20_000 });
}, 60_000);
afterAll(async () => {
  await plain.close();
  await plant.close();
});

/**
 * Windows of minutes to a week, with ends at midnight and at the end of the night too, and on the day the clock goes
 * back.
 */
const window = fc
  .record({
    day: fc.oneof(fc.integer({ min: 0, max: DAYS - 2 }), fc.constantFrom(26, 27)),
    hour: fc.oneof(fc.constantFrom(0, 4, 5, 6), fc.integer({ min: 0, max: 23 })),
    ms: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: HOUR_MS - 1 })),
    length: fc.oneof(
      fc.integer({ min: 1, max: 7 }).map((days) => days * DAY_MS),
      fc.integer({ min: 1, max: 7 * DAY_MS }),
    ),
  })
  .map(({ day, hour, ms, length }) => {
    const fromMs = romeDayStart(toRomeDay(NOW_MS - day * DAY_MS)) + hour * HOUR_MS + ms;
    return { gates: null, fromMs, toMs: Math.min(NOW_MS + HOUR_MS, fromMs + length) };
  })
  .filter(({ fromMs, toMs }) => fromMs < toMs);

/** Everything except the passages in the window, which the index counts only for the plates that are scored. */
const comparableMovements = ({ facts, jumpers: jumpPlates, spans }: WindowMovements) => ({
  facts: [...facts]
    .map(([plate, { passages: _, ...own }]) => [plate, own] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
  jumpers: jumpPlates,
  spans,
});

async function both(request: MovementRequest) {
  const { store } = plant.deps;
  const requested = plant.counters.plateIndex;
  const inMemory = await findWindowMovements(store, request);
  expect(plant.counters.plateIndex).toBe(requested + 1);
  return { inMemory, byRows: await findMovementsInDatabase(store.runner, request) };
}

describe('movements of a window from the days in memory', () => {
  it('SUS-13 say what the database says, whatever days and nights the window cuts', async () => {
    const { runner } = plant.deps.store;
    await fc.assert(
      fc.asyncProperty(window, fc.constantFrom(0, 1, 30), async (over, hours) => {
        // Sometimes nothing before the window may be read, or only minutes.
        const earliestMs = hours === 0 ? firstMs : Math.max(firstMs, over.fromMs - hours * MINUTE_MS);
        const request = { window: over, earliestMs, nowMs: NOW_MS, hasDays: true };
        const { inMemory, byRows } = await both(request);
        expect(comparableMovements(inMemory)).toEqual(comparableMovements(byRows));
        expect(inMemory.byOctave).toEqual(await readPlatesByLog2(runner, activityRange(request)));
        const least = [...inMemory.facts].map(([plate, { passages }]) => ({
          ...{ plate, passages, counted: byRows.facts.get(plate)?.passages ?? 0 },
        }));
        // Counted passages are never more than the real number: a plate must not lose points by the bound.
        expect(least.filter(({ passages, counted }) => passages > counted)).toEqual([]);
        // All rows of the window at once, without any roll-up.
        const slow = await findMovementsInDatabase(runner, { ...request, hasDays: false });
        if (earliestMs === firstMs) {
          expect(inMemory.jumpers).toEqual(slow.jumpers);
          for (const [plate, { value, reads }] of slow.facts)
            expect([plate, inMemory.facts.get(plate)]).toMatchObject([plate, { value, reads }]);
          expect(inMemory.facts.size).toBe(slow.facts.size);
        }
      }),
      { numRuns: CASES },
    );
  }, 300_000);

  it('follow late reads, deletions and a roll-up made anew', async () => {
    const week = { gates: null, fromMs: NOW_MS - 9 * DAY_MS, toMs: NOW_MS - 2 * DAY_MS };
    const request = { window: week, earliestMs: firstMs, nowMs: NOW_MS, hasDays: true };
    const same = async (): Promise<WindowMovements> => {
      expect(await catchUpMovementDays(plant.pool)).toBe(true);
      const { inMemory, byRows } = await both(request);
      expect(comparableMovements(inMemory)).toEqual(comparableMovements(byRows));
      return inMemory;
    };
    expect((await same()).facts.has('ZZ999ZZ')).toBe(false);
    const night = romeDayStart(toRomeDay(NOW_MS - 5 * DAY_MS)) + 2 * HOUR_MS;
    const late = [0, 1, 2, 3].map((lap) => ({
      gate: 1,
      plate: 'ZZ999ZZ',
      at: toIsoInstant(night + lap * 10 * MINUTE_MS),
    }));
    await insertReads(plant.deps.store, late);
    expect((await same()).facts.get('ZZ999ZZ')?.value).toMatchObject({ night: 4, loops: 3, night_loops: 3 });
    await plant.pool.query('delete from movement_mark');
    await updateMovementDays(plant.pool, NOW_MS, new AbortController().signal);
    expect((await same()).facts.has('ZZ999ZZ')).toBe(true);
    await deleteTransits(plant.pool, { fromMs: night, beforeMs: night + 31 * MINUTE_MS, limit: 1_000 });
    expect((await same()).facts.has('ZZ999ZZ')).toBe(false);
  }, 60_000);

  it('the first hour with a read is that of the gate that has the earliest, hours emptied since left out', async () => {
    const { runner } = plant.deps.store;
    const oldest = async (): Promise<number | null> => {
      const text = 'select (extract(epoch from min(hour)) * 1000)::float8 as ms from gate_hour where n > 0';
      return (await plant.pool.query<{ ms: number | null }>(text)).rows[0]?.ms ?? null;
    };
    expect(await readFirstHourMs(runner)).toBe(await oldest());
    await plant.pool.query(`update gate_hour set n = 0 where hour < $1`, [toIsoInstant(firstMs + 30 * HOUR_MS)]);
    expect(await readFirstHourMs(runner)).toBe(await oldest());
    expect(await readFirstHourMs(runner)).toBeGreaterThan(firstMs);
  });

  it('SUS-13 whoever is listed is among those looked at, however few those are', async () => {
    const { store } = plant.deps;
    const window = { gates: null, fromMs: firstMs, toMs: NOW_MS };
    // More plates than two batches contain.
    const once = Array.from({ length: 900 }, (_, n) => `D${'AEKMPRTX'.charAt(n % 8)}${String(n).padStart(4, '0')}V`);
    await insertReads(
      store,
      once.map((plate, n) => ({
        plate,
        gate: 1 + (n % 9),
        at: toIsoInstant(NOW_MS - (1 + n) * MINUTE_MS),
        ...statusOf(plate),
      })),
    );
    const { rows } = await plant.pool.query<{ plate: string }>('select plate from plate_dict order by plate');
    const movements = { facts: new Map(), jumpers: [], uncounted: [], spans: 0, byOctave: [] };
    const shares = new ExcessShares([], []);
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 200 }), fc.boolean(), async (seed, most, hasKinds) => {
        const next = createSeededRandom(seed);
        // Few different sums, so that status and plates decide the order.
        const [sums, apart] = [1 + Math.floor(next() * 4), 5 + Math.floor(next() * 40)];
        const convoys = new Map(rows.map(({ plate }) => [plate, 100 + apart * Math.floor(next() * sums)]));
        const facts = {
          movements,
          shares,
          discarded: new Map(),
          convoys,
          weights: { ...DEFAULT_SUSPECT_WEIGHTS, convoy: 420 },
        };
        const ranked = rows
          .map(({ plate }) => ({ plate, sum: pointsWithoutStatus(plate, 0, facts) }))
          .sort((a, b) => b.sum - a.sum || (a.plate < b.plate ? -1 : 1));
        const kinds = hasKinds ? (['undefined'] as const) : undefined;
        const request = { window, seeable: window, earliestMs: firstMs, nowMs: NOW_MS, nowIso: NOW, hasDays: true };
        const requested = { ...request, isWhole: true, question: null, kinds: kinds?.slice(), gates: new Map() };
        const everyone = ranked.map(({ plate }) => plate);
        const scored = await scorePlates(store, everyone, facts, { ...requested, maxListed: 1e6 });
        const all = scored.toSorted(
          (a, b) => b.score.score - a.score.score || (a.newest.plate < b.newest.plate ? -1 : 1),
        );
        for (const areMore of [true, false]) {
          const best = await selectBestSuspects(store, ranked, facts, { ...requested, maxListed: most }, areMore);
          expect(best.listed).toEqual(all.slice(0, most));
          if (!areMore) expect(best.areMore).toBe(all.length > most);
        }
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it('SUS-13 SUS-22 the answers with and without the plate index are the same, best first and as many', async () => {
    for (const [daysAgo, hours] of [
      [8, 7 * 24],
      [9, 7 * 24 - 5],
      [3, 8],
      [27, 24],
    ] as const) {
      const startMs = romeDayStart(toRomeDay(NOW_MS - daysAgo * DAY_MS)) + 2 * HOUR_MS;
      for (const more of [{}, { page_size: 3 }, { vehicle_kinds: ['van'] }, { plate: 'CA*' }]) {
        const body = { start_time: toIsoInstant(startMs), end_time: toIsoInstant(startMs + hours * HOUR_MS), ...more };
        const options = { token: await plant.token('operatore'), headers: REASON };
        const [inMemory, byRows] = [
          await injectJson(plant.app, searchSuspects, { body }, options),
          await injectJson(plain, searchSuspects, { body }, options),
        ];
        expect(inMemory.status).toBe(200);
        expect({ ...Object(inMemory.body), took_ms: 0 }).toEqual({ ...Object(byRows.body), took_ms: 0 });
      }
    }
  }, 60_000);
});
