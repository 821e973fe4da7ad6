import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import type { ChannelKind, DeliveryOccasion } from '@varco/domain/alerts/deliveries.ts';
import type { RecipientRow } from './channel.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** The user who makes a change, and when. */
export interface Editor {
  readonly at: string;
  readonly name: string;
}

export interface ChannelFields {
  readonly kind: ChannelKind;
  readonly is_enabled: boolean;
  readonly shows_plate: boolean;
  readonly settings: unknown;
  /** Sealed; null: none. */
  readonly secret: Buffer | null;
}

/** Saves a channel and ends its pause after failures. False: it was saved by somebody else since version `ver`. */
export async function saveChannel(runner: Runner, fields: ChannelFields, ver: number, by: Editor): Promise<boolean> {
  const rows = await runner.run<{ kind: string }>({
    text: `update alert_channel set is_enabled = $2, shows_plate = $3, settings = $4, secret = $5, ver = ver + 1, updated_at = $6, updated_by = $7,
        paused_until = null, fails = 0, failing_since = null, last_error = '' where kind = $1 and ver = $8 returning kind`,
    values: [
      fields.kind,
      fields.is_enabled,
      fields.shows_plate,
      JSON.stringify(fields.settings),
      fields.secret,
      by.at,
      by.name,
      ver,
    ],
  });
  return rows.length > 0;
}

interface Backlog {
  readonly channel: ChannelKind;
  readonly waiting: number;
  readonly failed: number;
}

/** Per channel: the number of messages waiting, and of those that failed since an instant. */
export const readBacklog = (runner: Runner, sinceIso: string): Promise<readonly Backlog[]> =>
  runner.run<Backlog>({
    text: `select channel, count(*) filter (where outcome is null)::int as waiting,
        count(*) filter (where outcome in ('refused', 'given_up') and ended_at > $1)::int as failed
      from alert_delivery where outcome is null or created_at > $1::timestamptz - interval '1 day' group by channel`,
    values: [sinceIso],
  });

export type RecipientFields = Omit<RecipientRow, 'id' | 'uuid' | 'username' | 'ver'>;

const RECIPIENT_FIELDS = [
  'channel',
  'name',
  'address',
  'secret',
  'plant_user',
  'kinds',
  'gates',
  'gets_new',
  'gets_urged',
  'gets_supervised',
  'quiet_from',
  'quiet_to',
  'urgent_always',
  'cooldown_min',
  'per_minute',
  'language',
  'is_enabled',
  'device',
] as const satisfies readonly (keyof RecipientFields)[];
const numberParameters = (first: number): string => RECIPIENT_FIELDS.map((_name, at) => `$${first + at}`).join(', ');
const toRecipientValues = (fields: RecipientFields): readonly unknown[] => RECIPIENT_FIELDS.map((name) => fields[name]);

/** Returns the id of the new recipient; null: its address exists already. */
export async function insertRecipient(runner: Runner, fields: RecipientFields, by: Editor): Promise<number | null> {
  const [row] = await runner.run<{ id: number }>({
    text: `insert into alert_recipient (created_at, updated_at, updated_by, ${RECIPIENT_FIELDS.join(', ')}) values ($1, $1, $2, ${numberParameters(3)})
      on conflict (channel, lower(address)) do nothing returning id`,
    values: [by.at, by.name, ...toRecipientValues(fields)],
  });
  return row?.id ?? null;
}

/** Returns false when another recipient has this address. */
export async function updateRecipient(
  runner: Runner,
  id: number,
  fields: RecipientFields,
  by: Editor,
): Promise<boolean> {
  const rows = await runner.run<{ id: number }>({
    text: `update alert_recipient as r set (${RECIPIENT_FIELDS.join(', ')}) = (${numberParameters(4)}), ver = ver + 1, updated_at = $2, updated_by = $3
      where id = $1 and not exists (select 1 from alert_recipient as o where o.id <> r.id and o.channel = $4 and lower(o.address) = lower($6))
      returning id`,
    values: [id, by.at, by.name, ...toRecipientValues(fields)],
  });
  return rows.length > 0;
}

/** Locks a recipient until the transaction ends. Returns its version; null: it does not exist. */
export async function lockRecipient(runner: Runner, id: number): Promise<number | null> {
  const [row] = await runner.run<{ ver: number }>({
    text: 'select ver from alert_recipient where id = $1 for update',
    values: [id],
  });
  return row?.ver ?? null;
}

export async function countRecipients(
  runner: Runner,
  user: number | null,
): Promise<{ readonly all: number; readonly browsers: number }> {
  const [row] = await runner.run<{ all: number; browsers: number }>({
    text: `select count(*)::int as all, count(*) filter (where channel = 'push' and plant_user = $1)::int as browsers from alert_recipient`,
    values: [user],
  });
  return row ?? { all: 0, browsers: 0 };
}

/** Id of a plant user by name; null: none. */
export async function findUserId(runner: Runner, username: string): Promise<number | null> {
  const [row] = await runner.run<{ id: number }>({
    text: 'select id from plant_user where lower(username) = lower($1)',
    values: [username],
  });
  return row?.id ?? null;
}

interface DeliveryRow {
  readonly id: string;
  readonly alert: string;
  readonly channel: ChannelKind;
  readonly to_name: string;
  readonly kind: AlertKind;
  readonly occasion: DeliveryOccasion;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly tries: number;
  readonly outcome: 'sent' | 'refused' | 'given_up' | 'dropped' | 'quiet' | 'cooled' | null;
  readonly error: string;
}

export const readNewestDeliveries = (runner: Runner, limit: number): Promise<readonly DeliveryRow[]> =>
  runner.run<DeliveryRow>({
    text: `select d.id::text as id, d.alert::text as alert, d.channel, coalesce(r.name, d.address) as to_name, a.kind, d.occasion, d.created_at,
        d.ended_at, d.tries, d.outcome, d.error
      from alert_delivery as d join alert as a on a.id = d.alert left join alert_recipient as r on r.id = d.recipient
      order by d.id desc limit $1`,
    values: [limit],
  });
