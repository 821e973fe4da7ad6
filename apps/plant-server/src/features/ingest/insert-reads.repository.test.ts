import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import { isNightHour, toIsoInstant, parseInstantMs, toRomeDay, toRomeHour } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { PLANT_MIGRATIONS } from '../../plant-database.ts';
import { arbitraryRead, sampleReads } from '../../testing/random-reads.ts';
import { removeDuplicates } from '../../testing/reference-search.ts';
import type { ReferenceTransit } from '../../testing/reference-transit.ts';
import { insertReads } from './insert-reads.repository.ts';
import type { NewRead } from './new-read.ts';
import { openStore, type PlantStore } from '../../context/open-store.ts';
import { transactionRunner } from '../../database/pg-runner.ts';

const NOW_MS = Date.parse('2026-11-20T14:31:58.000Z');
let database: TestDatabase;
let pool: Pool;
/** Owns the tables: empties them between tests, for which the server's own role has no permission. */
let owner: Pool;
let store: PlantStore;

beforeAll(async () => {
  database = await createTestDatabase('store', ...PLANT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'store test' });
  owner = createPool({ url: database.ownerUrl, applicationName: 'store test owner', max: 1 });
  store = await openStore(pool, NOW_MS);
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});
beforeEach(() => owner.query('truncate transit, transit_picture, plate_dict, plate_day, gate_hour'));

const rowsOf = async (text: string): Promise<Record<string, unknown>[]> =>
  (await pool.query<Record<string, unknown>>(text)).rows;
const sum = (rows: readonly ReferenceTransit[], of: (row: ReferenceTransit) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);
const groupBy = (
  rows: readonly ReferenceTransit[],
  key: (row: ReferenceTransit) => string,
): [string, ReferenceTransit[]][] => [...Map.groupBy(rows, key)].sort(([a], [b]) => (a < b ? -1 : 1));
const nationCode = (row: ReferenceTransit): number => store.codes.find('nation', row.nation ?? '') ?? 0;
const count = (rows: readonly ReferenceTransit[], test: (row: ReferenceTransit) => boolean): number =>
  sum(rows, (row) => (test(row) ? 1 : 0));

/** The three roll-ups, computed in the simplest way from the rows. */
function expectedRollUps(rows: readonly ReferenceTransit[]) {
  const newest = (of: ReferenceTransit[]): number =>
    Math.max(...of.filter((r) => r.ms === Math.max(...of.map((x) => x.ms))).map((r) => r.gate));
  return {
    plates: groupBy(rows, (r) => r.plate).map(([plate, of]) => ({
      plate,
      folded: foldPlate(plate),
      n: of.length,
      first_seen: toIsoInstant(Math.min(...of.map((r) => r.ms))),
      last_seen: toIsoInstant(Math.max(...of.map((r) => r.ms))),
      last_gate: newest(of),
      nation: Math.max(...of.map(nationCode)),
    })),
    days: groupBy(rows, (r) => `${toRomeDay(r.ms)} ${r.plate}`).map(([key, of]) => ({
      key,
      n: of.length,
      night: count(of, (r) => isNightHour(toRomeHour(r.ms))),
      uninsured: count(of, (r) => r.insured === 'no'),
      nation: Math.max(...of.map(nationCode)),
      gates: [...new Set(of.map((r) => r.gate))].sort((a, b) => a - b),
    })),
    hours: groupBy(rows, (r) => `${String(r.gate).padStart(3, '0')} ${toIsoInstant(r.ms).slice(0, 13)}`).map(
      ([key, of]) => ({
        key,
        n: of.length,
        n_foreign: count(of, (r) => nationCode(r) > 1),
        n_uninsured: count(of, (r) => r.insured === 'no'),
        n_uninspected: count(of, (r) => r.inspected === 'no'),
        n_stolen: count(of, (r) => r.stolen === 'si'),
        n_alarm: count(of, (r) => !['no', '--'].includes(r.alarm ?? 'no')),
        n_speed: count(of, (r) => r.speed !== undefined),
        n_checked: count(of, (r) => r.insured === 'si' || r.insured === 'no'),
        n_reported_stolen: count(of, (r) => r.stolen === 'si' || r.alarm === 'rub'),
        sum_speed: String(sum(of, (r) => r.speed ?? 0)),
      }),
    ),
  };
}

async function storedRollUps() {
  return {
    plates: await rowsOf(
      'select plate, folded, n, first_seen, last_seen, last_gate, nation from plate_dict order by plate',
    ),
    days: await rowsOf(
      `select day || ' ' || plate as key, n, night, uninsured, nation, gates from plate_day order by day, plate`,
    ),
    hours: await rowsOf(
      `select lpad(gate::text, 3, '0') || ' ' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as key, n, n_foreign, n_uninsured,
         n_uninspected, n_stolen, n_alarm, n_speed, sum_speed, n_checked, n_reported_stolen from gate_hour order by 1`,
    ),
  };
}

describe('reads are stored once', () => {
  it('the same read again, in the same batch or later, is a duplicate with the same id', async () => {
    const [one, two] = sampleReads(2, 7);
    if (one === undefined || two === undefined) throw new Error('no reads');
    const first = await insertReads(store, [one, one, two]);
    expect(first.map((r) => r.state)).toEqual(['stored', 'duplicate', 'stored']);
    const again = await insertReads(store, [two, { ...one, colour: 'red', speed: 1 }]);
    expect(again.map((r) => r.state)).toEqual(['duplicate', 'duplicate']);
    expect(again[1]?.id).toBe(first[0]?.id);
    expect(parseTransitIdMs(first[0]?.id ?? '')).toBe(parseInstantMs(one.at));
    expect(await storedRollUps()).toEqual(expectedRollUps(removeDuplicates([one, two])));
  });

  it('keeps every field as sent, in months far apart and before the plant began', async () => {
    const whole: NewRead = {
      gate: 2,
      plate: 'AB123CD',
      at: '2021-02-28T23:59:59.999Z',
      nation: 'RO',
      province: 'FC',
      comune: 'Prova di Sopra',
      brand: 'FIAT',
      model: 'Panda',
      colour: 'red',
      vehicleClass: 'car',
      direction: 4,
      lane: 2,
      speed: 87,
      euro: 6,
      confidence: 97.5,
      confidenceChars: [99, 0, 100],
      lat: -44.123456,
      lon: 12.1,
      adrKemler: 'X33',
      adrUn: '0004',
      adrClass: '4.1',
      insured: 'no',
      insuredUntil: '2026-11-19',
      inspected: '<!>',
      inspectedUntil: '2027-01-31',
      stolen: 'si',
      sives: 'A1',
      alarm: 'rad',
      whitelisted: true,
      pictures: {
        full: 'a'.repeat(64),
        context: 'c'.repeat(64),
      },
    };
    await insertReads(store, [whole]);
    const [row] = await rowsOf('select * from transit');
    expect(row).toMatchObject({
      lat: -44123456,
      lon: 12100000,
      speed: 87,
      lane: 2,
      euro: 6,
      confidence: 975,
      adr_un: 4,
      flags: 13,
      insured: 2,
    });
    expect([
      ...Buffer.from(
        String(row?.['confidence_chars'] instanceof Buffer ? row['confidence_chars'].toString('hex') : ''),
        'hex',
      ),
    ]).toEqual([99, 0, 100]);
    const words = (['brand', 'model', 'colour', 'province', 'comune', 'sives'] as const).map((kind) =>
      store.codes.getWord(kind, Number(row?.[kind])),
    );
    expect(words).toEqual(['FIAT', 'Panda', 'red', 'FC', 'Prova di Sopra', 'A1']);
    expect(await rowsOf('select full_hash, plate_hash, context_hash from transit_picture')).toEqual([
      { full_hash: 'a'.repeat(64), plate_hash: '', context_hash: 'c'.repeat(64) },
    ]);
  });

  it('refuses an instant ids cannot hold, storing nothing', async () => {
    for (const at of ['2019-12-31T23:59:59.999Z', '2095-01-01T00:00:00Z']) {
      await expect(insertReads(store, [{ gate: 1, plate: 'AB1', at }])).rejects.toThrow(RangeError);
    }
    expect(await rowsOf('select 1 from transit')).toEqual([]);
  });

  it('a transaction given up leaves no row and no count, and the reads can be stored again', async () => {
    const reads = sampleReads(30, 3);
    const client = await pool.connect();
    await client.query('begin');
    await insertReads({ ...store, runner: transactionRunner(client) }, reads);
    await client.query('rollback');
    client.release();
    expect(await rowsOf('select 1 from plate_dict')).toEqual([]);
    const results = await insertReads(store, reads);
    expect(results.filter((r) => r.state === 'stored')).toHaveLength(removeDuplicates(reads).length);
  });
});

describe('roll-ups equal the rows', () => {
  it('after random reads in random order and batches, some of them twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbitraryRead, { maxLength: 12 }), { maxLength: 6 }),
        fc.boolean(),
        async (batches, repeat) => {
          await owner.query('truncate transit, transit_picture, plate_dict, plate_day, gate_hour');
          for (const batch of batches) await insertReads(store, batch);
          if (repeat) for (const batch of batches.toReversed()) await insertReads(store, batch.toReversed());
          expect(await storedRollUps()).toEqual(expectedRollUps(removeDuplicates(batches.flat())));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('with eight writers at once on the same plates, gates and hours', async () => {
    const recent = sampleReads(1200, 11).map((r) => ({
      ...r,
      at: toIsoInstant(NOW_MS - (parseInstantMs(r.at) % 7_200_000)),
    }));
    // Of two versions of one read the first wins. To be independent of the order, every read has one version here.
    const reads = removeDuplicates(recent);
    const parts = Array.from({ length: 8 }, (_, i) => reads.filter((_r, j) => j % 7 === i || j % 5 === i));
    const results = await Promise.all(parts.map((part) => insertReads(store, part)));
    const stored = removeDuplicates(parts.flat());
    expect(results.flat().filter((r) => r.state === 'stored')).toHaveLength(stored.length);
    const [found, right] = [await storedRollUps(), expectedRollUps(stored)];
    expect(found).toEqual(right);
  });

  it('words learned by two processes at once get one number each', async () => {
    const other = await openStore(pool, NOW_MS);
    const brands = Array.from({ length: 20 }, (_, i) => `Marca ${i}`);
    const reads = (from: number): NewRead[] =>
      brands.map((brand, i) => ({ gate: 1, plate: `AB${from + i}`, at: toIsoInstant(NOW_MS + i), brand }));
    await Promise.all([insertReads(store, reads(100)), insertReads(other, reads(200).toReversed())]);
    expect(
      await rowsOf(`select count(*)::int as n from code_value where kind = 'brand' and value like 'Marca %'`),
    ).toEqual([{ n: 20 }]);
    expect(await rowsOf('select count(distinct brand)::int as n from transit')).toEqual([{ n: 20 }]);
  });
});
