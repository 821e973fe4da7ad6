import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECK_VALUES, type StoredCheck } from '@varco/domain/transits/transit-values.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { arbitraryRead } from '../../testing/random-reads.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { deleteTransits } from '../retention/delete-transits.repository.ts';
import { insertReads } from './insert-reads.repository.ts';
import { transactionRunner } from '../../database/pg-runner.ts';
import { writeCorrection } from '../transits/plate-corrections.repository.ts';
import { readUnchecked, applyChecks } from '../checks/apply-checks.repository.ts';

const DAY_MS = 86_400_000;
const NOW_MS = parseInstantMs(NOW);
let plant: TestPlant;
/** Terminates connections of the server and empties tables, for which no other role has permission. */
let admin: Pool;
beforeAll(async () => {
  plant = await startTestPlant();
  admin = createPool({ url: plant.adminUrl, applicationName: 'roll-ups test admin', max: 2 });
});
afterAll(async () => {
  await admin.end();
  await plant.close();
});

let cuts = 0;
/**
 * Terminates up to three connections of the plant, whatever they are doing, and waits until they are gone: the server
 * ends them only when it gets to it, which on a busy machine may be after the next round has started.
 */
const cut = async (): Promise<void> => {
  const { rows } = await admin.query<{
    pid: number;
  }>(`select pid, pg_terminate_backend(pid) from (select pid from pg_stat_activity
    where datname = current_database() and application_name = 'plant test' order by random() limit 3) as victim`);
  const pids = rows.map(({ pid }) => pid);
  cuts += pids.length;
  const isAnyLeft = async (): Promise<boolean> =>
    (await admin.query('select from pg_stat_activity where pid = any($1::int[])', [pids])).rows.length > 0;
  while (await isAnyLeft()) await delay(2);
};

const batch = fc.array(arbitraryRead, { minLength: 1, maxLength: 15 });
const ago = fc.integer({ min: 0, max: 100 * DAY_MS });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('insert' as const), batch, isTwice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give up' as const), batch }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), ago, limit: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('check' as const), insured: fc.constantFrom(...CHECK_VALUES.slice(1)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('correct' as const), plate: fc.constantFrom('AB123CD', 'NEW1') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), afterMs: fc.integer({ min: 0, max: 6 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function check(insured: StoredCheck): Promise<void> {
  const rows = await readUnchecked(plant.deps.store.runner, NOW_MS - 100 * DAY_MS, NOW_MS + 1, 30);
  const outcomes = { insured, insuredUntil: null, inspected: insured, inspectedUntil: null, stolen: insured } as const;
  await applyChecks(
    plant.deps.store.runner,
    rows.map((row) => ({ row, ...outcomes })),
  );
}

async function correct(corrected: string): Promise<void> {
  const { runner } = plant.deps.store;
  const [row] = await runner.run<{ plate: string; ts: string; id: string }>({
    text: 'select plate, ts, id::text as id from transit order by id desc limit 1',
    values: [],
  });
  const outcomes = { corrected, author: '00000000-0000-4000-8000-000000000001', reason: 'prova', madeAt: NOW };
  if (row !== undefined) await writeCorrection(runner, row, outcomes);
}

/** Stores a batch inside a transaction that is rolled back. */
async function giveUp(batchOf: Step & { do: 'give up' }): Promise<void> {
  const client = await plant.pool.connect();
  client.on('error', () => {});
  try {
    await client.query('begin');
    await insertReads({ ...plant.deps.store, runner: transactionRunner(client) }, batchOf.batch);
  } finally {
    await client.query('rollback').catch(() => {});
    client.release(true);
  }
}

async function run(one: Step): Promise<void> {
  switch (one.do) {
    case 'insert': {
      await insertReads(plant.deps.store, one.batch);
      if (one.isTwice) await insertReads(plant.deps.store, one.batch.toReversed());
      return;
    }
    case 'give up':
      return giveUp(one);
    case 'delete':
      await deleteTransits(plant.pool, { beforeMs: NOW_MS - one.ago, limit: one.limit });
      return;
    case 'check':
      return check(one.insured);
    case 'correct':
      return correct(one.plate);
    case 'cut':
      await delay(one.afterMs);
      return cut();
  }
}

it('roll-ups equal the rows whatever happens at once: late and double reads, checks, corrections, deletions, cut connections', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
      async (rounds) => {
        await admin.query('truncate transit, plate_dict, plate_day, gate_hour, plate_correction');
        for (const together of rounds) {
          const ends = await Promise.allSettled(together.map(run));
          // A step whose connection was terminated may fail, with or without having been applied; nothing else may
          // fail.
          const isCut = together.some((one) => one.do === 'cut');
          const failed = ends.flatMap((end, i) =>
            end.status === 'rejected' && (!isCut || together[i]?.do === 'cut') ? [String(end.reason)] : [],
          );
          expect(failed).toEqual([]);
          expect(await readStoredRollUps(admin)).toEqual(await computeExpectedRollUps(admin));
        }
        const { rows } = await admin.query('select 1 from transit where ts > $1', [toIsoInstant(NOW_MS)]);
        expect(rows).toEqual([]);
      },
    ),
    // Concurrent steps do not repeat in the same way, so shrinking to a smaller case would only hide the cause.
    { numRuns: 60, endOnFailure: true },
  );
  // Makes sure that the test really terminated connections.
  expect(cuts).toBeGreaterThan(5);
}, 120_000);
