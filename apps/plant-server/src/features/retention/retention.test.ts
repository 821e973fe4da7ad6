import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { deleteTransits } from './delete-transits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { arbitraryRead as anyRead } from '../../testing/random-reads.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runRetention } from './run-retention.ts';

const DAY_MS = 86_400_000;
const never = new AbortController().signal;
let plant: TestPlant;
let owner: Pool;
beforeAll(async () => {
  plant = await startTestPlant();
  owner = createPool({ url: plant.ownerUrl, applicationName: 'retention test owner', max: 1 });
});
afterAll(async () => {
  await owner.end();
  await plant.close();
});
beforeEach(async () => {
  await owner.query(
    'truncate transit, transit_picture, plate_dict, plate_day, gate_hour, plate_check, plate_correction, picture_removal',
  );
  plant.audit.records.length = 0;
});

const daysAgo = (days: number): string => toIsoInstant(parseInstantMs(NOW) - days * DAY_MS);
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);
const count = async (table: string): Promise<number> =>
  (await plant.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? -1;
const recordRemovals = (removed: string[]) => ({
  ...plant.deps,
  pictures: {
    ...plant.deps.pictures,
    removeUntouched: async (hash: string, sinceMs: number) => {
      removed.push(hash);
      return plant.deps.pictures.removeUntouched(hash, sinceMs);
    },
  },
});
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('transits', () => {
  it('past the term go with their correction and check; younger ones stay', async () => {
    const [old] = await store(
      { gate: 1, plate: 'AB123CD', at: daysAgo(90.001) },
      { gate: 1, plate: 'AB123CD', at: daysAgo(89.999) },
      { gate: 1, plate: 'CD123AB', at: daysAgo(100) },
    );
    const correction = 'insert into plate_correction values ($1, $2, $3, $4, $5, $6, $7)';
    const author = '00000000-0000-4000-8000-000000000001';
    await plant.pool.query(correction, ['AB123CD', daysAgo(90.001), old?.id, 'AB123CE', author, 'prova', NOW]);
    for (const [plate, at] of [
      ['AB123CD', NOW],
      ['CD123AB', NOW],
      ['EF123GH', daysAgo(91)],
    ])
      await plant.pool.query('insert into plate_check (plate, checked_at) values ($1, $2)', [plate, at]);
    expect(await runRetention(plant.deps, never)).toMatchObject({ transits: 2 });
    const { rows } = await plant.pool.query('select plate, ts from transit');
    expect(rows).toEqual([{ plate: 'AB123CD', ts: daysAgo(89.999) }]);
    expect(await count('plate_correction')).toBe(0);
    expect((await plant.pool.query('select plate from plate_check')).rows).toEqual([{ plate: 'AB123CD' }]);
    expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
  });

  it('each run leaves an entry with term, ground, act and cutoff, also one that removed nothing', async () => {
    await store({ gate: 1, plate: 'AB123CD', at: daysAgo(1) }, { gate: 1, plate: 'AB123CD', at: daysAgo(95) });
    await runRetention(plant.deps, never);
    await runRetention(plant.deps, never);
    const detail = { term_days: 90, ground: 'art. 1', act: 'delibera 1', cutoff: daysAgo(90), oldest_left: daysAgo(1) };
    expect(plant.audit.records).toMatchObject([
      { action: 'retention.run', outcome: 'ok', count: 1, detail: { ...detail, transits: 1 } },
      { action: 'retention.run', outcome: 'ok', count: 0, detail: { ...detail, transits: 0, files: 0 } },
    ]);
  });

  it('a whole month past the term is dropped, a month with one younger row is not', async () => {
    const months = async () =>
      (
        await owner.query<{ name: string }>(
          `select relname as name from pg_class where relname ~ '^transit_2026_0[678]$' order by 1`,
        )
      ).rows.map((row) => row.name);
    await store(
      { gate: 1, plate: 'AB1', at: '2026-06-10T00:00:00Z' },
      { gate: 1, plate: 'AB1', at: '2026-07-31T23:59:59Z' },
    );
    await store(
      { gate: 1, plate: 'AB1', at: '2026-08-01T00:00:00Z' },
      { gate: 1, plate: 'AB1', at: '2026-08-31T00:00:00Z' },
    );
    expect(await months()).toEqual(['transit_2026_06', 'transit_2026_07', 'transit_2026_08']);
    expect((await runRetention(plant.deps, never))?.months).toBeGreaterThanOrEqual(2);
    expect(await months()).toEqual(['transit_2026_08']);
    expect((await store({ gate: 1, plate: 'AB1', at: '2026-07-31T23:59:59Z' }))[0]?.state).toBe('stored');
  });

  it('nothing is deleted while the log cannot be written', async () => {
    const deaf = {
      ...plant.deps,
      auditSink: { record: async () => Promise.reject(new Error('no')), isWritable: () => false },
    };
    await store({ gate: 1, plate: 'AB1', at: daysAgo(95) });
    expect(await runRetention(deaf, never)).toBeNull();
    expect(await count('transit')).toBe(1);
  });
});

describe('roll-ups equal the rows that are left', () => {
  it('after deleting up to any instant in batches of any size, while reads arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRead, { maxLength: 40 }),
        fc.array(anyRead, { maxLength: 20 }),
        fc.integer({ min: 0, max: 100 * DAY_MS }),
        fc.integer({ min: 1, max: 15 }),
        async (first, second, ago, batch) => {
          await owner.query('truncate transit, transit_picture, plate_dict, plate_day, gate_hour');
          await insertReads(plant.deps.store, first);
          const before = parseInstantMs(NOW) - ago;
          const deleteSome = () => deleteTransits(plant.pool, { beforeMs: before, limit: batch });
          await Promise.all([deleteSome(), insertReads(plant.deps.store, second), deleteSome()]);
          expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
          while ((await deleteSome()).count > 0);
          expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
          const { rows } = await plant.pool.query('select 1 from transit where ts < $1', [toIsoInstant(before)]);
          expect(rows).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('pictures', () => {
  it('go by their own terms; the transit stays and says it has none; a file goes when no other transit refers to it', async () => {
    const [full, plate, context, shared] = ['full', 'plate', 'context', 'shared'].map(sha256Hex) as [
      string,
      string,
      string,
      string,
    ];
    // Context pictures of the test plant are retained for 30 days, the others as long as the transits.
    await store(
      { gate: 1, plate: 'AB123CD', at: daysAgo(31), pictures: { full, plate, context } },
      { gate: 1, plate: 'AB124CD', at: daysAgo(31), pictures: { context: shared } },
      { gate: 1, plate: 'AB125CD', at: daysAgo(29), pictures: { context: shared } },
      { gate: 1, plate: 'AB126CD', at: daysAgo(91), pictures: { full: sha256Hex('old') } },
    );
    const removed: string[] = [];
    expect(await runRetention(recordRemovals(removed), never)).toMatchObject({
      transits: 1,
      plate_pictures: 0,
      context_pictures: 2,
    });
    expect(removed.sort()).toEqual([context, sha256Hex('old')].sort());
    const { rows } = await plant.pool.query('select plate, flags from transit order by plate');
    expect(rows).toEqual([
      { plate: 'AB123CD', flags: 3 },
      { plate: 'AB124CD', flags: 0 },
      { plate: 'AB125CD', flags: 4 },
    ]);
    const left = await plant.pool.query(
      'select plate, full_hash, plate_hash, context_hash from transit_picture order by plate',
    );
    expect(left.rows).toEqual([
      { plate: 'AB123CD', full_hash: full, plate_hash: plate, context_hash: '' },
      { plate: 'AB125CD', full_hash: '', plate_hash: '', context_hash: shared },
    ]);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 2 * DAY_MS);
    await runRetention(recordRemovals(removed), never);
    plant.clock.now = NOW;
    expect(removed).toContain(shared);
    expect(await count('picture_removal')).toBe(0);
  });

  it('a run broken off before the files are gone is made good by the next', async () => {
    await plant.pool.query('insert into picture_removal values ($1)', [sha256Hex('left behind')]);
    const removed: string[] = [];
    await runRetention(recordRemovals(removed), never);
    expect(removed).toEqual([sha256Hex('left behind')]);
  });
});
