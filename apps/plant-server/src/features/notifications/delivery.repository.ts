import type { AlertKind, AlertPriority } from '@varco/domain/alerts/alert-kinds.ts';
import type { ChannelKind, DeliveryOccasion, PlannedDelivery } from '@varco/domain/alerts/deliveries.ts';
import type { AlertScope } from '../alerts/alerts.public.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** An alert whose messages are not written yet, with the notification switches of its list entry. Instants are ISO. */
export interface DueAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly plate: string;
  readonly ts: string;
  readonly gate: number;
  readonly only_group: number | null;
  readonly only_user: number | null;
  readonly is_interforce: boolean;
  readonly is_new: boolean;
  /** How far it has climbed; 0 also when it was taken or closed meanwhile. */
  readonly escalation: number;
  /** Switches of the blacklist entry; null: there is no such entry, or it was deleted. */
  readonly mail_alarm: boolean | null;
  readonly push_alarm: boolean | null;
  readonly radio_alarm: boolean | null;
  readonly mails: string | null;
}

/** Claims the oldest alerts whose messages are to be written; other processes skip them. Must be called in a transaction. */
export const claimDueAlerts = (runner: Runner, limit: number): Promise<readonly DueAlert[]> =>
  runner.run<DueAlert>({
    name: 'alerts-due',
    text: `with due as (
        select id, channels_new, channels_urged from alert where channels_new or channels_urged order by id limit $1 for update skip locked),
      done as (
        update alert as a set channels_new = false, channels_urged = false from due where a.id = due.id
        returning a.*, due.channels_new as was_new, due.channels_urged as was_urged)
      select a.id::text as id, a.kind, a.priority, a.plate, a.ts, a.gate, a.only_group, a.only_user, a.is_interforce, a.was_new as is_new,
        case when a.was_urged and a.owner is null and a.outcome is null then a.escalation else 0 end as escalation, b.mail_alarm, b.push_alarm, b.radio_alarm, b.mails
      from done as a left join blacklist_entry as b on a.list = 'blacklist' and b.id = a.entry order by a.priority, a.id`,
    values: [limit],
  });

/** When each recipient was last notified of these plates; the cool-down counts from there. */
export const readLastNotifications = (
  runner: Runner,
  plates: readonly string[],
  sinceIso: string,
): Promise<readonly { readonly to: string; readonly plate: string; readonly kind: AlertKind; readonly at: string }[]> =>
  runner.run({
    text: `select coalesce(d.recipient::text, d.address) as to, a.plate, a.kind, max(d.created_at) as at
      from alert as a join alert_delivery as d on d.alert = a.id
      where a.plate = any($1::text[]) and d.created_at > $2 and (d.outcome is null or d.outcome = 'sent') group by 1, 2, 3`,
    values: [plates, sinceIso],
  });

/** Writes messages to the outbox; a message that exists already is left unchanged. */
export async function insertDeliveries(
  runner: Runner,
  planned: readonly PlannedDelivery[],
  nowIso: string,
): Promise<void> {
  await runner.run({
    text: `insert into alert_delivery (alert, occasion, channel, recipient, address, priority, created_at, next_try_at, outcome, ended_at)
      select alert, occasion, channel, recipient, address, priority, $8, $8, held, case when held is not null then $8::timestamptz end
      from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::text[], $6::smallint[], $7::text[])
        as p(alert, occasion, channel, recipient, address, priority, held)
      on conflict do nothing`,
    values: [
      planned.map((one) => one.alert),
      planned.map((one) => one.occasion),
      planned.map((one) => one.channel),
      planned.map((one) => one.recipient),
      planned.map((one) => one.address),
      planned.map((one) => one.priority),
      planned.map((one) => one.suppressedBy),
      nowIso,
    ],
  });
}

/** A message to send, with the data for its text. */
export interface DueDelivery {
  readonly id: string;
  readonly alert: string;
  readonly occasion: DeliveryOccasion;
  readonly recipient: number | null;
  readonly address: string;
  readonly tries: number;
  readonly created_at: string;
  readonly kind: AlertKind;
  readonly priority: AlertPriority;
  readonly plate: string;
  readonly ts: string;
  readonly gate: number;
  readonly gate_name: string;
  readonly closeness: string;
  readonly only_group: number | null;
  readonly only_user: number | null;
  readonly is_interforce: boolean;
  /** The alert was taken or closed after the message was written. */
  readonly is_cared_for: boolean;
}

/** Claims the most urgent due messages for `leaseS` seconds. Empty: none is due, or the channel is disabled or paused. */
export const claimDeliveries = (
  runner: Runner,
  channel: ChannelKind,
  nowIso: string,
  leaseS: number,
  limit: number,
): Promise<readonly DueDelivery[]> =>
  runner.run<DueDelivery>({
    name: 'take-deliveries',
    text: `with due as (
        select d.id from alert_delivery as d join alert_channel as c on c.kind = d.channel
        where d.channel = $1 and d.outcome is null and d.next_try_at <= $2 and c.is_enabled and (c.paused_until is null or c.paused_until <= $2)
        order by d.priority, d.id limit $4 for update of d skip locked),
      taken as (
        update alert_delivery as d set next_try_at = $2::timestamptz + make_interval(secs => $3), tries = tries + 1
        from due where d.id = due.id returning d.*)
      select d.id::text as id, d.alert::text as alert, d.occasion, d.recipient, d.address, d.tries, d.created_at, a.kind, a.priority, a.plate,
        a.ts, a.gate, coalesce(g.fullname, '') as gate_name, a.closeness, a.only_group, a.only_user, a.is_interforce,
        (a.owner is not null or a.outcome is not null) as is_cared_for
      from taken as d join alert as a on a.id = d.alert left join gate as g on g.id = a.gate order by d.priority, d.id`,
    values: [channel, nowIso, leaseS, limit],
  });

export type DeliveryOutcome = 'sent' | 'refused' | 'given_up' | 'dropped';

/** Final outcome of a message; `error`: empty, or the response of the service. */
export interface EndedDelivery {
  readonly id: string;
  readonly outcome: DeliveryOutcome;
  readonly error: string;
}

/** Stores final outcomes. A message that has an outcome keeps it. */
export async function endDeliveries(runner: Runner, ended: readonly EndedDelivery[], nowIso: string): Promise<void> {
  await runner.run({
    name: 'end-deliveries',
    text: `update alert_delivery as d set outcome = e.outcome, error = e.error, ended_at = $4
      from unnest($1::bigint[], $2::text[], $3::text[]) as e(id, outcome, error) where d.id = e.id and d.outcome is null`,
    values: [ended.map(({ id }) => id), ended.map(({ outcome }) => outcome), ended.map(({ error }) => error), nowIso],
  });
}

/**
 * Schedules a message to be tried again after `afterS` seconds. `isTry` false: the failed attempt is not counted against
 * the message.
 */
export async function postponeDelivery(
  runner: Runner,
  id: string,
  { afterS, error, isTry, nowIso }: { afterS: number; error: string; isTry: boolean; nowIso: string },
): Promise<void> {
  await runner.run({
    text: `update alert_delivery set next_try_at = $2::timestamptz + make_interval(secs => $3), error = $4,
      tries = tries - case when $5 then 0 else 1 end where id = $1 and outcome is null`,
    values: [id, nowIso, afterS, error, isTry],
  });
}

/** Gives up unsent messages older than `beforeIso`. Returns their number by channel. */
export const giveUpOldDeliveries = (
  runner: Runner,
  beforeIso: string,
  nowIso: string,
): Promise<readonly { readonly channel: ChannelKind; readonly n: number }[]> =>
  runner.run({
    text: `with old as (
        update alert_delivery set outcome = 'given_up', ended_at = $2, error = case when error = '' then 'too old' else error end
        where outcome is null and created_at < $1 returning channel)
      select channel, count(*)::int as n from old group by 1`,
    values: [beforeIso, nowIso],
  });

/** True when a user with these rights may be notified of the alert outside the browser. */
export const mayNotifyUser = (
  scope: AlertScope & { readonly getsBlacklist: boolean },
  alert: Pick<DueAlert, 'gate' | 'only_group' | 'only_user' | 'is_interforce' | 'kind'>,
): boolean =>
  (scope.gates === null || scope.gates.includes(alert.gate)) &&
  ((alert.only_group === null && alert.only_user === null) ||
    alert.only_group === scope.groupId ||
    alert.only_user === scope.userId) &&
  (!alert.is_interforce || scope.seesInterforce) &&
  (alert.kind !== 'rubata' || scope.seesStolen) &&
  (alert.kind !== 'blacklist' || scope.getsBlacklist);

/** True when an office address may be notified: only of alerts that are visible to all forces of the plant. */
export const mayNotifyOffices = (alert: Pick<DueAlert, 'only_group' | 'only_user' | 'is_interforce'>): boolean =>
  alert.only_group === null && alert.only_user === null && !alert.is_interforce;
