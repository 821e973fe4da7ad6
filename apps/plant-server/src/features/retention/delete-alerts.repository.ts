import type { Pool } from 'pg';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { DeletedBatch } from './deletion-batch.ts';
import { runDeletion, notOnHoldSql } from './legal-holds.repository.ts';
import { markRewriteDue } from './rewrite-due.repository.ts';
import type { KeyedRow } from './taken-transit.ts';

/** Tables that lose rows with an alert. */
const ALERT_TABLES = ['alert', 'alert_delivery', 'alert_decision'];

/**
 * Deletes a batch of alerts whose transit is older than `beforeMs` and not on legal hold, so that alerts are deleted
 * together with their transits.
 */
export const deleteAlerts = (
  pool: Pool,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<DeletedBatch> =>
  runDeletion(pool, async (runner) => {
    const rows = await runner.run<{ id: string }>({
      // Legal holds refer to transits; the alert row carries the same plate, instant and transit id.
      text: `delete from alert as d using (
          select a.alert from (select id as alert, plate, ts, transit as id from alert where ts < $1::timestamptz) as a
          where ${notOnHoldSql('a')} order by a.ts limit $2) as old
        where d.id = old.alert returning d.id::text as id`,
      values: [toIsoInstant(beforeMs), limit],
    });
    if (rows.length > 0) await markRewriteDue(runner, ALERT_TABLES);
    return { count: rows.length, fromMs: undefined };
  });

/** A transit by its plate as read and its id: two plates may share an id. */
type AlertedTransit = { readonly plate: string; readonly id: string };

const toParameters = (transits: readonly AlertedTransit[]): readonly unknown[] => [
  transits.map(({ id }) => id),
  transits.map(({ plate }) => plate),
];

/** Deletes the alerts of transits that a transaction deleted. */
export async function deleteAlertsOfTransits(runner: Runner, transits: readonly AlertedTransit[]): Promise<void> {
  if (transits.length === 0) return;
  const rows = await runner.run<{ id: string }>({
    text: `delete from alert as a using unnest($1::bigint[], $2::text[]) as t(id, plate)
      where a.transit = t.id and a.plate = t.plate returning a.id::text as id`,
    values: toParameters(transits),
  });
  if (rows.length > 0) await markRewriteDue(runner, ALERT_TABLES);
}

/** Deletes the alerts of transits and returns them with their deliveries and decisions. Nobody can add to an alert meanwhile. */
export async function takeAlertsOfTransits(
  runner: Runner,
  transits: readonly AlertedTransit[],
): Promise<readonly KeyedRow[]> {
  const alerts = await runner.run<KeyedRow & { alert: string }>({
    text: `select 'alert' as source, a.plate, a.ts, a.transit::text as id, a.id::text as alert, to_jsonb(a)::text as body
      from alert as a join unnest($1::bigint[], $2::text[]) as t(id, plate) on a.transit = t.id and a.plate = t.plate
      order by a.id for update of a`,
    values: toParameters(transits),
  });
  if (alerts.length === 0) return [];
  const byId = new Map(alerts.map((alert) => [alert.alert, alert]));
  const rest: KeyedRow[] = [];
  for (const source of ['alert_delivery', 'alert_decision'] as const) {
    const rows = await runner.run<{ alert: string; body: string }>({
      text: `select alert::text as alert, to_jsonb(d)::text as body from ${source} as d where alert = any($1::bigint[]) order by d.id`,
      values: [[...byId.keys()]],
    });
    for (const { alert, body } of rows) {
      const of = byId.get(alert);
      if (of !== undefined) rest.push({ source, plate: of.plate, ts: of.ts, id: of.id, body });
    }
  }
  await runner.run({ text: 'delete from alert where id = any($1::bigint[])', values: [[...byId.keys()]] });
  await markRewriteDue(runner, ALERT_TABLES);
  return [...alerts, ...rest];
}
