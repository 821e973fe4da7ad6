import type { AlertKind, AlertOutcome, AlertPriority } from '@varco/domain/alerts/alert-kinds.ts';
import type { ListCloseness } from '@varco/domain/alerts/list-index.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { StoredRow } from '../../database/stored-row.ts';

/**
 * A stored alert with the fields of its transit. Instants are ISO. `seq`: position in the stream; null: the alert or its
 * last change is not published yet. The columns from `nation` to `flags` are what the camera recognised, as ids of the
 * code dictionary.
 */
export interface AlertRow extends Omit<
  StoredRow<'alert'>,
  'kind' | 'priority' | 'list' | 'closeness' | 'outcome' | 'channels_new' | 'channels_urged'
> {
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly list: '' | 'blacklist' | 'figurehead';
  readonly closeness: ListCloseness;
  readonly outcome: AlertOutcome | null;
  /** The registry's vehicle, when the plate was checked; null: not checked, or not known there. */
  readonly vehicle: unknown;
  /** The plate as a person corrected the read; null: not corrected. */
  readonly corrected: string | null;
}

/** Columns of `AlertRow`. */
export const ALERT_COLUMNS = `a.id::text as id, a.seq::text as seq, a.version, a.kind, a.priority, a.plate, a.ts, a.transit::text as transit, a.gate,
  a.list, a.entry, a.entry_facts, a.closeness, a.only_group, a.only_user, a.is_interforce, a.raised_at, a.owner, a.owner_name, a.taken_at,
  a.escalated_at, a.escalation, a.verified_by, a.verified_at, a.sent_to, a.sent_by, a.sent_at, a.outcome, a.outcome_note, a.outcome_by, a.outcome_at,
  a.nation, a.brand, a.model, a.colour, a.vclass, a.flags, c.vehicle,
  p.corrected`;
export const ALERT_FROM = `from alert as a left join plate_check as c on c.plate = a.plate
  left join plate_correction as p on p.plate = a.plate and p.ts = a.ts and p.id = a.transit`;

/** Limits on the alerts one user may see. */
export interface AlertScope {
  readonly uuid: string;
  readonly userId: number;
  readonly groupId: number;
  /** Allowed gates; null: all. */
  readonly gates: readonly number[] | null;
  readonly seesStolen: boolean;
  readonly seesInterforce: boolean;
}

/**
 * SQL condition for "this user may see the alert". Uses five parameters starting at number `first`; their values come from
 * `alertScopeParameters`.
 */
export const alertScopeCondition = (
  first: number,
): string => `($${first}::smallint[] is null or a.gate = any($${first}))
  and ((a.only_group is null and a.only_user is null) or a.only_group = $${first + 1} or a.only_user = $${first + 2})
  and (not a.is_interforce or $${first + 3}) and (a.kind <> 'rubata' or $${first + 4})`;
export const alertScopeParameters = (scope: AlertScope): readonly unknown[] => [
  scope.gates,
  scope.groupId,
  scope.userId,
  scope.seesInterforce,
  scope.seesStolen,
];

/** The same check in memory, for open streams. */
export const isAlertVisible = (scope: AlertScope, row: AlertRow): boolean =>
  (scope.gates === null || scope.gates.includes(row.gate)) &&
  ((row.only_group === null && row.only_user === null) ||
    row.only_group === scope.groupId ||
    row.only_user === scope.userId) &&
  (!row.is_interforce || scope.seesInterforce) &&
  (row.kind !== 'rubata' || scope.seesStolen);

/** Published alerts after a stream position, in stream order. */
export const readPublishedAlerts = (runner: Runner, after: bigint, limit: number): Promise<readonly AlertRow[]> =>
  runner.run<AlertRow>({
    name: 'alerts-told',
    text: `select ${ALERT_COLUMNS} ${ALERT_FROM} where a.seq > $1 order by a.seq limit $2`,
    values: [after.toString(), limit],
  });

/** Sequence number of the newest published alert; 0: none. */
export async function readNewestAlertSeq(runner: Runner): Promise<bigint> {
  const text = 'select coalesce(max(seq), 0)::text as seq from alert';
  const [row] = await runner.run<{ seq: string }>({ name: 'newest-alert', text, values: [] });
  return BigInt(row?.seq ?? 0);
}
