import { findRow, type Runner } from '../../database/sql-statement.ts';

/** Rows of one person on a day of Rome (ISO), and how many of them the role may be shown. */
export interface RowBudget {
  readonly person: string;
  readonly day: string;
  readonly limit: number;
}

/** Reserves rows before they are read, so that calls at one moment cannot exceed the limit together. False: too many. */
export async function reserveRows(runner: Runner, { person, day, limit }: RowBudget, wanted: number): Promise<boolean> {
  const rows = await runner.run({
    name: 'reserve-rows',
    text: `insert into shown_rows as s (person, day, n) select $1, $2, $3::int where $3::int <= $4::int
      on conflict (person, day) do update set n = s.n + excluded.n where s.n + excluded.n <= $4::int returning s.n`,
    values: [person, day, wanted, limit],
  });
  return rows.length > 0;
}

/** How many rows of the day are left. */
export async function readRowsLeft(runner: Runner, { person, day, limit }: RowBudget): Promise<number> {
  const row = await findRow<{ n: number }>(runner, {
    text: 'select n from shown_rows where person = $1 and day = $2',
    values: [person, day],
  });
  return Math.max(0, limit - (row?.n ?? 0));
}

/** Gives back what was reserved and not shown. */
export async function returnRows(runner: Runner, { person, day }: RowBudget, unused: number): Promise<void> {
  if (unused <= 0) return;
  await runner.run({
    name: 'return-rows',
    text: 'update shown_rows set n = greatest(n - $3::int, 0) where person = $1 and day = $2',
    values: [person, day, unused],
  });
}
