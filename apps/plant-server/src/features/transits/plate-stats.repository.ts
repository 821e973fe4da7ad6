import { sql } from 'kysely';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Recurrence of one plate (T 2.4). Instants are ISO. */
export interface PlateStats {
  /** All transits of the plate on the plant; for a user with limits all transits visible to the user. */
  readonly total: number;
  /** Number of transits in the window, and of Rome days with transits. */
  readonly inWindow: number;
  readonly days: number;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

interface StatsRow {
  readonly plate: string;
  readonly total: string;
  readonly in_window: string;
  readonly days: string;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
}

/** Index-only scan per plate. The totals come from the dictionary unless the user is limited. */
export function statsStatement(statsRange: Visibility, isUnlimited: boolean, plates: readonly string[]): Statement {
  const rows = visibleTransits(statsRange, [sql<boolean>`t.plate = d.plate`]);
  const totals = isUnlimited
    ? sql`d.n as total, d.first_seen, d.last_seen`
    : sql`w.n as total, w.first_seen, w.last_seen`;
  const query = sql`select d.plate, ${totals}, w.n as in_window, w.days from plate_dict as d cross join lateral (
      select count(*) as n, count(distinct (t.ts at time zone 'Europe/Rome')::date) as days,
        min(t.ts) as first_seen, max(t.ts) as last_seen ${rows}) as w
    where d.plate = any(${plates}::text[])`;
  return compileStatement(query, isUnlimited ? 'plate-stats' : undefined);
}

/** Recurrence of the plates of a page, in one statement. */
export async function attachStats(
  runner: Runner,
  statsRange: Visibility,
  isUnlimited: boolean,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, PlateStats>> {
  if (plates.length === 0) return new Map();
  const rows = await runner.run<StatsRow>(statsStatement(statsRange, isUnlimited, [...new Set(plates)]), signal);
  return new Map(
    rows.map((row) => [
      row.plate,
      {
        total: Number(row.total),
        inWindow: Number(row.in_window),
        days: Number(row.days),
        firstSeen: row.first_seen,
        lastSeen: row.last_seen,
      },
    ]),
  );
}
