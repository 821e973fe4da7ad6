import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { PLANT_MIGRATIONS } from '../plant-database.ts';
import { deleteTransits } from '../features/retention/delete-transits.repository.ts';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import { openStore, type PlantStore } from '../context/open-store.ts';
import { inTransaction } from '../database/pg-runner.ts';
import { prunePlateChanges } from './record-plate-changes.repository.ts';
import { arbitraryRead as anyRead, sampleReads } from '../testing/random-reads.ts';
import { NOW } from '../testing/test-plant.ts';
import { IndexSynchronizer } from './index-synchronizer.ts';
import { PlateMatchSet } from './plate-match-set.ts';
import type { PlateIndex } from './plate-index.ts';

const DAY_MS = 86_400_000;
const MUCH = 1e9;
let database: TestDatabase;
let [pool, owner]: Pool[] = [];
let store: PlantStore;
let ending: AbortController;
let troubles: unknown[];

beforeAll(async () => {
  database = await createTestDatabase('plateindex', ...PLANT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'plate index test' });
  owner = createPool({ url: database.ownerUrl, applicationName: 'plate index test owner', max: 1 });
  store = await openStore(pool, parseInstantMs(NOW));
});
afterAll(async () => {
  await pool?.end();
  await owner?.end();
  await database.drop();
});
beforeEach(async () => {
  ending = new AbortController();
  troubles = [];
  await owner?.query(
    'truncate transit, transit_picture, plate_dict, plate_day, gate_hour, plate_change, plate_change_mark',
  );
  return () => ending.abort(new Error('stopped'));
});

function keep(maxBytes = MUCH): IndexSynchronizer {
  const keeper = new IndexSynchronizer({
    pool: pool!,
    maxBytes,
    signal: ending.signal,
    onChange: () => {},
    onError: (error) => troubles.push(error),
  });
  void keeper.run();
  return keeper;
}
const ready = (keeper: IndexSynchronizer) => vi.waitFor(() => expect(keeper.phase).toBe('ready'), { timeout: 10_000 });
async function loadedKeeper(): Promise<IndexSynchronizer> {
  const keeper = keep();
  await ready(keeper);
  return keeper;
}

const EVERY = {
  terms: [{ pieces: [{ kind: 'any' }], literal: null, onlyAsRead: false }],
  misreads: false,
  variations: 0,
} as const;

/** Contents of the index in the form of the database rows. */
function contentsOf(index: PlateIndex): { plates: unknown; days: unknown } {
  const all = new PlateMatchSet(EVERY);
  [...all.update(index.table)].forEach(() => {});
  const plates: Record<string, number> = {};
  all.forEach(index.table, (ordinal, n) => (plates[index.table.getText(ordinal)] = n));
  const days: Record<string, number> = {};
  for (const day of index.daysIn(0, 4e12)) {
    const name = Math.round(day.fromMs / DAY_MS);
    day.vector.forEachMatching(all, (ordinal, n) => (days[`${name} ${index.table.getText(ordinal)}`] = n));
    if (day.vector.countTransits(all) !== day.vector.transits) throw new Error(`total of ${name}`);
  }
  return { plates, days };
}

async function rollUps(): Promise<{ plates: unknown; days: unknown }> {
  const dict = await pool!.query<{ plate: string; n: number }>('select plate, n from plate_dict');
  const day = await pool!.query<{ name: string; n: number }>(
    `select (day - date '1970-01-01')::text || ' ' || plate as name, n from plate_day`,
  );
  return {
    plates: Object.fromEntries(dict.rows.map(({ plate, n }) => [plate, n])),
    days: Object.fromEntries(day.rows.map(({ name, n }) => [name, n])),
  };
}

/** Current contents of the index. */
async function storedBy(keeper: IndexSynchronizer): Promise<{ plates: unknown; days: unknown }> {
  const index = await keeper.getCurrent();
  if (index === null || troubles.length > 0) throw new Error('no index', { cause: troubles });
  return contentsOf(index);
}

describe('the index equals the dictionary and the plate days', () => {
  it('as loaded', async () => {
    await insertReads(store, sampleReads(500, 1));
    expect(await storedBy(await loadedKeeper())).toEqual(await rollUps());
  });

  it('after every acknowledged ingest and deletion, whatever runs at the same time', async () => {
    const keeper = await loadedKeeper();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyRead, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 100 * DAY_MS }),
        fc.integer({ min: 1, max: 15 }),
        async (batches, ago, most) => {
          await Promise.all([
            ...batches.map((batch) => insertReads(store, batch)),
            deleteTransits(pool!, { beforeMs: parseInstantMs(NOW) - ago, limit: most }),
            keeper.getCurrent(),
          ]);
          expect(await storedBy(keeper)).toEqual(await rollUps());
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it('also when a transaction begun early commits late, after others that began later', async () => {
    const keeper = await loadedKeeper();
    await inTransaction(pool!, async (runner) => {
      await insertReads({ ...store, runner }, sampleReads(20, 2));
      expect(await storedBy(keeper)).toEqual(await rollUps());
      // Another plate at another gate, because the open transaction locks the rows of its own.
      await insertReads(store, [{ gate: 5, plate: 'ZZ111ZZ', at: NOW }]);
      expect(await storedBy(keeper)).toEqual(await rollUps());
      expect(await storedBy(keeper)).toEqual(await rollUps());
    });
    expect(await storedBy(keeper)).toEqual(await rollUps());
    expect(await storedBy(keeper)).toEqual(await rollUps());
    expect(keeper.index?.table.plates).toBeGreaterThan(5);
  });

  it('a transaction that is rolled back leaves nothing', async () => {
    const keeper = await loadedKeeper();
    const broken = inTransaction(pool!, async (runner) => {
      await insertReads({ ...store, runner }, sampleReads(20, 3));
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await storedBy(keeper)).toEqual(await rollUps());
  });

  it('a copy that was away while changes were removed is loaded anew; one that was there goes on', async () => {
    const keeper = await loadedKeeper();
    await insertReads(store, sampleReads(50, 4));
    expect(await storedBy(keeper)).toEqual(await rollUps());
    const index = keeper.index;
    const age = () =>
      owner!.query(
        `update plate_change_mark set next_at = next_at - interval '20 minutes', gone_at = gone_at - interval '20 minutes'`,
      );
    await prunePlateChanges(store.runner);
    await age();
    await prunePlateChanges(store.runner);
    expect((await pool!.query('select 1 from plate_change')).rowCount).toBe(1);
    expect(await storedBy(keeper)).toEqual(await rollUps());
    expect(keeper.index).toBe(index);
    await owner!.query(`update plate_change_mark set gone_at = clock_timestamp() + interval '1 minute'`);
    expect(await keeper.getCurrent()).toBeNull();
  });

  it('is loaded anew after a crash of the database, which empties the changes', async () => {
    await insertReads(store, sampleReads(50, 5));
    const keeper = await loadedKeeper();
    await insertReads(store, sampleReads(50, 6));
    await owner!.query('truncate plate_change, plate_change_mark');
    expect(await keeper.getCurrent()).toBeNull();
    await ready(keeper);
    expect(await storedBy(keeper)).toEqual(await rollUps());
  });
});

describe('memory', () => {
  it('an index that needs more than it may take is given up, and says so', async () => {
    await insertReads(store, sampleReads(50, 7));
    const keeper = keep(10_000);
    await vi.waitFor(() => expect(keeper.phase).toBe('too_big'), { timeout: 10_000 });
    expect(await keeper.getCurrent()).toBeNull();
    expect(troubles.splice(0)).toMatchObject([{ name: 'IndexTooBig' }]);
  });
});
