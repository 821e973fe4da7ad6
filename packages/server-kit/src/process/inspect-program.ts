import type { DatabaseFacts } from '@varco/contract/inspection.ts';
import { inspectDatabase } from '../database/inspect-database.repository.ts';
import type { DatabaseProgram } from '../database/migrate-database.ts';
import { findRunningAddress } from '../database/use-database.ts';
import { computeDiskLimits } from '../disk/disk-limits.ts';
import { readDiskSpace } from '../disk/disk-space.ts';
import { EnvError } from '../env/read-env.ts';
import { startOrExplain } from './start-or-explain.ts';

/** Settings that every server has, as far as an inspection needs them. */
interface InspectedEnv {
  readonly VARCO_DATA_DIR: string;
  readonly VARCO_DATABASE_URL: string;
  readonly VARCO_DATABASE_NAME?: string;
  readonly VARCO_DISK_RESERVE_MB: number | null;
}

/** What both servers report, and the address for what only one of them does; null: its database does not answer. */
export interface Inspected {
  readonly database: DatabaseFacts;
  readonly disk: { readonly freeMb: number; readonly reserveMb: number };
  readonly url: string | null;
}

/**
 * The whole program that inspects a server for `varco doctor`: one line of JSON. Settings that do not hold are part of it;
 * `nothing`: what is then reported.
 */
export async function runInspectProgram<E extends InspectedEnv>(
  program: DatabaseProgram,
  readSettings: () => E,
  more: (url: string | null) => Promise<object>,
): Promise<void> {
  await startOrExplain('varco doctor', async () => {
    const report = await inspect(program, readSettings, more);
    process.stdout.write(`${JSON.stringify(report)}\n`);
  });
}

async function inspect<E extends InspectedEnv>(
  program: DatabaseProgram,
  readSettings: () => E,
  more: (url: string | null) => Promise<object>,
): Promise<object> {
  let env: E;
  try {
    env = readSettings();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const settingFaults = error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
    return { settingFaults, database: null, disk: null, ...(await more(null)) };
  }
  const { database, disk, url } = await inspectServer(program, env);
  return { settingFaults: [], database, disk, ...(await more(url)) };
}

async function inspectServer(program: DatabaseProgram, env: InspectedEnv): Promise<Inspected> {
  const { VARCO_DATABASE_URL: external, VARCO_DATA_DIR: dataDir } = env;
  const name = env.VARCO_DATABASE_NAME ?? program.name;
  const url = external === '' ? await findRunningAddress(dataDir, name) : external;
  const database = await inspectDatabase(url, program);
  const { totalBytes, freeBytes } = await readDiskSpace(dataDir);
  const { lowBelow } = computeDiskLimits(totalBytes, env.VARCO_DISK_RESERVE_MB);
  const toMb = (bytes: number): number => Math.floor(bytes / 1_000_000);
  return {
    database,
    disk: { freeMb: toMb(freeBytes), reserveMb: toMb(lowBelow) },
    url: database.state === 'ok' && database.schemaProblem === null ? url : null,
  };
}
