import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';

const HOUR_MS = 3_600_000;

/**
 * Instant (ISO) of the newest read of each gate; gates without reads are absent. The roll-up gives the hour, so only
 * the rows of that hour are read. Used for the state of gates: it reveals no plate, so no user limits apply.
 */
export async function readNewestReadByGate(runner: Runner): Promise<ReadonlyMap<number, string>> {
  const hours = await runner.run<{ gate: number; hour: string }>({
    name: 'last-hours',
    text: 'select gate, max(hour) as hour from gate_hour group by gate',
    values: [],
  });
  const byHour = new Map<string, number[]>();
  for (const { gate, hour } of hours) byHour.set(hour, [...(byHour.get(hour) ?? []), gate]);
  const last = new Map<number, string>();
  for (const [hour, gates] of byHour) {
    const fromMs = Date.parse(hour);
    const query = sql`select t.gate, max(t.ts) as at ${visibleTransits({ gates, fromMs, toMs: fromMs + HOUR_MS })} group by t.gate`;
    for (const row of await runner.run<{ gate: number; at: string }>(compileStatement(query)))
      last.set(row.gate, row.at);
  }
  return last;
}
