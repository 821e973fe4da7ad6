import type { Device, DeviceKind } from '@varco/contract/plant/devices.ts';
import { EFFECTIVE_LEVEL } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** A device and the recipient through which it is notified. Instants are ISO. */
export interface DeviceRow {
  /** `d` and the number of a registered device, or `r` and the id of a recipient without a registered device. */
  readonly id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly plant_user: number | null;
  readonly username: string | null;
  readonly owned_by: number | null;
  readonly level: number | null;
  readonly android_id: string;
  readonly chat: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly code_expires_at: string | null;
  readonly enrolled_at: string | null;
  readonly recipient: number | null;
  /** True when both recipient and channel are enabled. */
  readonly is_told: boolean;
  readonly reached_at: string | null;
}

const LAST_SENT_SQL = `(select max(d.ended_at) from alert_delivery as d where d.recipient = r.id and d.outcome = 'sent')`;
const IS_NOTIFIED_SQL = 'coalesce(r.is_enabled and c.is_enabled, false)';
/** Registered devices, and browsers and chats that receive alerts without being registered, as one list. */
const FROM_DEVICES = `(
    select 'd' || x.id as id, x.kind, x.name, x.plant_user, coalesce(x.android_id, '') as android_id, coalesce(x.chat, '') as chat,
      x.created_at, x.created_by, x.code_expires_at, x.enrolled_at, x.recipient, ${IS_NOTIFIED_SQL} as is_told, ${LAST_SENT_SQL} as reached_at
    from plant_device as x left join alert_recipient as r on r.id = x.recipient left join alert_channel as c on c.kind = r.channel
    union all
    select 'r' || r.id, case r.channel when 'telegram' then 'telegram' else r.device end, r.name, r.plant_user, '',
      case r.channel when 'telegram' then r.address else '' end, r.created_at, r.updated_by, null, r.created_at, r.id, ${IS_NOTIFIED_SQL}, ${LAST_SENT_SQL}
    from alert_recipient as r join alert_channel as c on c.kind = r.channel
    where r.channel in ('push', 'telegram') and not exists (select from plant_device as x where x.recipient = r.id)) as d
  left join plant_user as u on u.id = d.plant_user left join user_group as g on g.id = u.group_id`;
const DEVICE_COLUMNS = `d.*, u.username, u.owned_by, ${EFFECTIVE_LEVEL} as level`;

/** Whose devices are listed: those of the owner's users, and those without an owner that `creator` registered. */
export interface DeviceAudience {
  readonly owner: number;
  readonly creator: string;
}

export interface DeviceFilter {
  readonly kind: Device['kind'] | null;
  readonly assigned: boolean | null;
  /** Part of a name; empty: no restriction. */
  readonly text: string;
  readonly user: number | null;
  /** Null: all devices. */
  readonly audience: DeviceAudience | null;
}

export const findDevices = (
  runner: Runner,
  { kind, assigned, text, user, audience }: DeviceFilter,
): Promise<readonly DeviceRow[]> =>
  runner.run<DeviceRow>({
    text: `select ${DEVICE_COLUMNS} from ${FROM_DEVICES}
      where ($1::text is null or d.kind = $1) and ($2::boolean is null or (d.plant_user is not null) = $2)
        and strpos(lower(concat_ws(' ', d.name, d.android_id, u.username, u.fullname)), lower($3)) > 0
        and ($4::int is null or d.plant_user = $4)
        and ($5::int is null or u.owned_by = $5 or (d.plant_user is null and d.created_by = $6 and d.id like 'd%'))
      order by lower(d.name), d.id`,
    values: [kind, assigned, text, user, audience?.owner ?? null, audience?.creator ?? null],
  });

export async function readDevice(runner: Runner, id: string): Promise<DeviceRow | null> {
  const rows = await runner.run<DeviceRow>({
    text: `select ${DEVICE_COLUMNS} from ${FROM_DEVICES} where d.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Serialises changes of devices: whether a device is already associated depends on all of them. */
export async function lockDevices(runner: Runner): Promise<void> {
  await runner.run({ text: 'lock table plant_device in share row exclusive mode', values: [] });
}

export async function countDevices(runner: Runner): Promise<number> {
  const rows = await runner.run<{ n: number }>({ text: 'select count(*)::int as n from plant_device', values: [] });
  return rows[0]?.n ?? 0;
}

export interface NewDevice {
  readonly kind: DeviceKind;
  readonly name: string;
  readonly user: number | null;
  readonly androidId: string | null;
  readonly chat: string | null;
  readonly at: string;
  readonly by: string;
}

/** Returns the id of the new device, as in `DeviceRow`; null: its Android id or chat exists already. */
export async function insertDevice(runner: Runner, device: NewDevice): Promise<string | null> {
  const rows = await runner.run<{ id: string }>({
    text: `insert into plant_device (kind, name, plant_user, android_id, chat, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict do nothing returning 'd' || id as id`,
    values: [device.kind, device.name, device.user, device.androidId, device.chat, device.at, device.by],
  });
  return rows[0]?.id ?? null;
}

/** Number of a registered device; null: the id denotes a recipient. */
export const parseDeviceNumber = (id: string): number | null => (id.startsWith('d') ? Number(id.slice(1)) : null);

export async function updateDevice(
  runner: Runner,
  { id, recipient }: DeviceRow,
  name: string,
  user: number | null,
): Promise<void> {
  if (parseDeviceNumber(id) !== null)
    await runner.run({
      text: 'update plant_device set name = $2, plant_user = $3 where id = $1',
      values: [parseDeviceNumber(id), name, user],
    });
  await runner.run({ text: 'update alert_recipient set name = $2 where id = $1', values: [recipient, name] });
}

/** Stores the hash of a new code, which replaces the previous one. */
export async function storeCodeHash(runner: Runner, id: string, hash: string, expiresAt: string): Promise<void> {
  await runner.run({
    text: 'update plant_device set code_hash = $2, code_expires_at = $3 where id = $1',
    values: [parseDeviceNumber(id), hash, expiresAt],
  });
}

/** Finds the device of a code; null: unknown or expired code. */
export async function findDeviceByCode(runner: Runner, hash: string, nowIso: string): Promise<string | null> {
  const rows = await runner.run<{ id: string }>({
    text: `select 'd' || id as id from plant_device where code_hash = $1 and code_expires_at > $2`,
    values: [hash, nowIso],
  });
  return rows[0]?.id ?? null;
}

/** Marks a device as enrolled: the code is used up, and the device is notified through its recipient from now on. */
export async function markEnrolled(
  runner: Runner,
  id: string,
  user: number,
  recipient: number,
  nowIso: string,
): Promise<void> {
  await runner.run({
    text: `update plant_device set plant_user = $2, recipient = $3, enrolled_at = $4, code_hash = null, code_expires_at = null where id = $1`,
    values: [parseDeviceNumber(id), user, recipient, nowIso],
  });
}

/** True when a chat is already a recipient or belongs to a device. */
export async function isChatKnown(runner: Runner, chat: string): Promise<boolean> {
  const rows = await runner.run({
    text: `select 1 as one where exists (select from alert_recipient where channel = 'telegram' and lower(address) = lower($1))
      or exists (select from plant_device where lower(chat) = lower($1))`,
    values: [chat],
  });
  return rows.length > 0;
}

/** Deletes a device together with its recipient and its unsent messages. */
export async function deleteDevice(runner: Runner, { id, recipient }: DeviceRow): Promise<void> {
  await runner.run({ text: 'delete from plant_device where id = $1', values: [parseDeviceNumber(id)] });
  await runner.run({ text: 'delete from alert_recipient where id = $1', values: [recipient] });
}

/** Number of the device linked to a recipient; null: none. */
export async function findDeviceNumberByRecipient(runner: Runner, recipient: number | null): Promise<number | null> {
  const rows = await runner.run<{ id: number }>({
    text: 'select id from plant_device where recipient = $1',
    values: [recipient],
  });
  return rows[0]?.id ?? null;
}

/** Links a device to the new recipient of a browser that subscribed again. */
export async function linkDeviceToRecipient(runner: Runner, device: number, recipient: number): Promise<void> {
  await runner.run({ text: 'update plant_device set recipient = $2 where id = $1', values: [device, recipient] });
}
