import { RETURNING, UPDATE_ROLL_UPS } from './insert-reads.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Columns of a table. A row of an older version lacks some and may have others that are gone. */
export async function listColumns(runner: Runner, table: string): Promise<readonly string[]> {
  const rows = await runner.run<{ name: string }>({
    text: `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    values: [table],
  });
  return rows.map(({ name }) => name);
}

/** Quotes a name that stands in the catalogue. */
const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const joinColumns = (columns: readonly string[]): string => columns.map(quoteName).join(', ');

/**
 * Puts rows that were taken out back, inside an open transaction, and adds them to the roll-ups and the plate index as ingest does; no
 * alert is raised and nobody who waits for new transits hears of them. A row whose key is there again stays as it is and is not
 * counted twice. `bodies`: rows as JSON texts that all have `columns`; others get their defaults. The months must exist.
 */
export async function restoreTransits(
  runner: Runner,
  table: 'transit' | 'unread_transit',
  columns: readonly string[],
  bodies: readonly string[],
): Promise<void> {
  const list = joinColumns(columns);
  const ins = `ins as (insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)
    on conflict do nothing ${RETURNING})`;
  const rollUps = table === 'transit' ? UPDATE_ROLL_UPS.trimEnd().replace(/,$/, '') : '';
  await runner.run({
    text: `with ${ins}${rollUps === '' ? '' : `,${rollUps}`} select count(*) as n from ins`,
    values: [`[${bodies.join(',')}]`],
  });
}
