import { ImportRead } from '@varco/contract/plant/file-imports.ts';
import type { Pool, PoolClient } from 'pg';
import { insertGate, lockGates, readGateNames, toGateColumns } from '../gates/gates.public.ts';
import { insertReads, type NewRead, toNewRead } from '../ingest/ingest.public.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { transactionRunner } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { completeImport, readStagedGates, readStagedLines, type StagedLine } from './staged-lines.repository.ts';
import { deleteStagedLines, lockImportJob, storeCommitProgress } from './import-jobs.repository.ts';

export interface CommitDeps {
  readonly pool: Pool;
  readonly store: PlantStore;
  /** ISO instant of now. */
  readonly now: () => string;
  /** Stops the commit between two chunks; everything is rolled back. */
  readonly signal: AbortSignal;
}

/** Number of lines stored and skipped, and the gates created. */
export interface CommitResult {
  readonly stored: number;
  readonly duplicates: number;
  readonly createdGates: readonly string[];
}

/** Runs `work` in a new transaction. */
export async function runInTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error('transaction failed', { cause: error });
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    // A broken connection is not returned to the pool.
    client.release(failure);
  }
}

/**
 * Stores all staged lines and creates missing gates, in one transaction. Null when the import is not in state `committing`,
 * or another process is committing it.
 */
export async function commitStagedImport(needs: CommitDeps, id: string): Promise<CommitResult | null> {
  return runInTransaction(needs.pool, async (client) => {
    const runner = transactionRunner(client);
    if ((await lockImportJob(runner, id, 'committing')) === null) return null;
    const { gates, created } = await resolveGates(runner, id);
    const counts = await storeStagedLines(needs, runner, id, gates);
    await completeImport(runner, id, { ...counts, createdGates: created }, needs.now());
    await deleteStagedLines(runner, id);
    return { ...counts, createdGates: created };
  });
}

/** Resolves the gate names of an import to ids; missing gates are created at the end of the list. */
async function resolveGates(
  runner: Runner,
  id: string,
): Promise<{ gates: ReadonlyMap<string, number>; created: string[] }> {
  const named = await readStagedGates(runner, id);
  // The lock prevents concurrent imports from using the same id twice; readers are not blocked.
  await lockGates(runner);
  const gates = new Map(await readGateNames(runner));
  const created: string[] = [];
  for (const { folded, fullname, lat, lon } of named) {
    if (gates.has(folded)) continue;
    gates.set(folded, await insertGate(runner, toGateColumns({ fullname, lat, lon }), null));
    created.push(fullname);
  }
  return { gates, created };
}

async function storeStagedLines(
  { store, signal }: CommitDeps,
  runner: Runner,
  id: string,
  gates: ReadonlyMap<string, number>,
): Promise<{ stored: number; duplicates: number }> {
  const inside = { runner, codes: store.codes, months: store.months };
  let [stored, duplicates] = [0, 0];
  let after: Pick<StagedLine, 'plate' | 'line'> = { plate: '', line: 0 };
  for (;;) {
    signal.throwIfAborted();
    await storeCommitProgress(store.runner, id, stored + duplicates);
    const rows = await readStagedLines(runner, id, after);
    const last = rows.at(-1);
    if (last === undefined) return { stored, duplicates };
    const results = await insertReads(
      inside,
      rows.map((row) => toStagedRead(row, gates)),
    );
    const fresh = results.filter((one) => one.state === 'stored').length;
    stored += fresh;
    duplicates += results.length - fresh;
    after = last;
  }
}

function toStagedRead(row: StagedLine, gates: ReadonlyMap<string, number>): NewRead {
  const gate = gates.get(row.folded);
  if (gate === undefined) throw new Error('staged line without its gate');
  return toNewRead(ImportRead.parse(row.read), gate, row.plate);
}
