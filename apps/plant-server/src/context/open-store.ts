import type { Pool } from 'pg';
import { NO_PLATE_INDEX, type PlateIndexClient } from '../plate-index/plate-index-client.ts';
import { CodeDictionary } from '../database/code-dictionary.repository.ts';
import { MonthPartitions } from '../database/month-partitions.repository.ts';
import { poolRunner } from '../database/pg-runner.ts';
import type { Runner } from '../database/sql-statement.ts';

/**
 * The transit store of one plant. The code dictionary and the partitions use their own runner, because their changes
 * must survive a rolled-back transaction.
 */
export interface PlantStore {
  readonly runner: Runner;
  readonly codes: CodeDictionary;
  readonly months: MonthPartitions;
  readonly plateIndex: PlateIndexClient;
}

/** Opens the store on a migrated database and creates the partitions for the coming months. `nowMs`: current time. */
export async function openStore(
  pool: Pool,
  nowMs: number,
  plateIndex: PlateIndexClient = NO_PLATE_INDEX,
): Promise<PlantStore> {
  const runner = poolRunner(pool);
  const codes = new CodeDictionary(runner);
  const months = new MonthPartitions(runner);
  await codes.load();
  await months.ensureAhead(nowMs);
  return { runner, codes, months, plateIndex };
}
