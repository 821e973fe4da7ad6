import type { Runner } from '../../database/sql-statement.ts';
import { type AlertScope, alertScopeCondition, alertScopeParameters } from './alert.repository.ts';
import type { AlertAction } from './alerts.repository.ts';

/** An alert without outcome, as a hand-over names it. Instants are ISO. */
export interface OpenAlertRow {
  readonly id: string;
  readonly kind: string;
  readonly plate: string;
  readonly nation: number;
  readonly gate: number;
  readonly raised_at: string;
  readonly owner: string | null;
  readonly owner_name: string;
  readonly escalation: number;
  readonly sent_to: string;
  readonly sent_at: string | null;
}

const COLUMNS = `a.id::text as id, a.kind, a.plate, a.nation, a.gate, a.raised_at, a.owner, a.owner_name, a.escalation, a.sent_to, a.sent_at`;

/**
 * Alerts without outcome that this user may see: the own ones of any age, those of others and of nobody only of transits since
 * `recent` and not for information only. The own ones first, then those with a patrol on its way, then the oldest.
 */
export const readOpenAlerts = (
  runner: Runner,
  scope: AlertScope,
  { oldest, recent, limit }: { readonly oldest: string; readonly recent: string; readonly limit: number },
): Promise<readonly OpenAlertRow[]> =>
  runner.run<OpenAlertRow>({
    text: `select ${COLUMNS} from alert as a where a.outcome is null and a.ts >= $1
        and (a.owner = $2 or (a.ts >= $3 and (a.priority < 3 or a.sent_at is not null))) and ${alertScopeCondition(5)}
      order by a.owner is not distinct from $2 desc, a.sent_at is null, a.raised_at, a.id limit $4`,
    values: [oldest, scope.uuid, recent, limit, ...alertScopeParameters(scope)],
  });

/** The plate of an alert; `nation`: id of the code dictionary. */
export type AlertPlate = Pick<OpenAlertRow, 'plate' | 'nation'>;

/** Plates of the alerts among these that this user may see, by id. */
export async function readVisiblePlates(
  runner: Runner,
  ids: readonly string[],
  scope: AlertScope,
  oldest: string,
): Promise<ReadonlyMap<string, AlertPlate>> {
  const rows = await runner.run<AlertPlate & { id: string }>({
    text: `select a.id::text as id, a.plate, a.nation from alert as a
      where a.id = any($1::bigint[]) and a.ts >= $2 and ${alertScopeCondition(3)}`,
    values: [ids, oldest, ...alertScopeParameters(scope)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Makes `action` the owner of the open alerts that `from` owns and that are in `scope`; returns their ids. Other alerts do not
 * change. `seq = null` has the streams publish the alert again.
 */
export async function passAlerts(
  runner: Runner,
  ids: readonly string[],
  from: string,
  { action, scope, oldest }: { readonly action: AlertAction; readonly scope: AlertScope; readonly oldest: string },
): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ id: string }>({
    text: `update alert as a set owner = $3, owner_name = $4, taken_at = $5, version = version + 1, seq = null
      where a.id = any($1::bigint[]) and a.owner = $2 and a.outcome is null and a.ts >= $6 and ${alertScopeCondition(7)}
      returning a.id::text as id`,
    values: [ids, from, action.uuid, action.name, action.at, oldest, ...alertScopeParameters(scope)],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Owner and end of alerts, whoever may see them. */
export const readAlertOwners = (
  runner: Runner,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly owner: string | null; readonly is_closed: boolean }[]> =>
  runner.run({
    text: `select id::text as id, owner, outcome is not null as is_closed from alert where id = any($1::bigint[])`,
    values: [ids],
  });
