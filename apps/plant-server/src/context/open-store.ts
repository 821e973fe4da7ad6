import type { Pool } from 'pg';
import { NO_PLATE_INDEX, type PlateIndexDoor } from '../plate-index/open-plate-index.ts';
import { CodeBook } from '../database/code-book.ts';
import { Months } from '../database/months.ts';
import { poolRunner } from '../database/pg-runner.ts';
import type { Runner } from '../database/statement.ts';

/**
 * The transit store of one plant. The code dictionary and the partitions use their own runner, because their changes
 * must survive a rolled-back transaction.
 */
export interface PlantStore {
  readonly runner: Runner;
  readonly codes: CodeBook;
  readonly months: Months;
  readonly plateIndex: PlateIndexDoor;
}

/** Opens the store on a migrated database and creates the partitions for the coming months. `nowMs`: current time. */
export async function openStore(
  pool: Pool,
  nowMs: number,
  plateIndex: PlateIndexDoor = NO_PLATE_INDEX,
): Promise<PlantStore> {
  const runner = poolRunner(pool);
  const codes = new CodeBook(runner);
  const months = new Months(runner);
  await codes.load();
  await months.ensureAhead(nowMs);
  return { runner, codes, months, plateIndex };
}
