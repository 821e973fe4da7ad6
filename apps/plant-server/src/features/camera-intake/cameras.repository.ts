import type { CameraMapping } from '@varco/contract/plant/camera-intake.ts';
import type { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';

/** What a message of a camera is read and stored with. */
export interface IntakeCamera {
  readonly id: number;
  /** Names the camera in the tallies of reads. */
  readonly uuid: string;
  readonly name: string;
  readonly gate: number;
  /** A family, or `auto`. */
  readonly family: string;
  readonly time_zone: string;
  readonly speed_unit: 'kmh' | 'mph';
  readonly mapping: CameraMapping | null;
  readonly is_trial: boolean;
  /** Device whose reads count; empty: any. */
  readonly device_filter: string;
  /** Another camera in use is at the same gate. */
  readonly shares_gate: boolean;
}

/** A camera as administrators see it. Instants are ISO. */
export interface CameraRow extends IntakeCamera {
  readonly gate_name: string;
  readonly networks: readonly string[];
  readonly reception: CameraReception;
  readonly has_secret: boolean;
  /** Why its messages cannot arrive; null: they can. */
  readonly reception_fault: string | null;
  /** Since when the plant is connected to it; null: it is not. */
  readonly connected_at: string | null;
  /** Why a connection ended last, and when; null: it never did. */
  readonly last_fault: string | null;
  readonly last_fault_at: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly rotated_at: string;
  readonly rotated_by: string;
  readonly revoked_at: string | null;
  readonly last_message: string | null;
  readonly last_read: string | null;
}

/** The fields that administrators set. */
export type CameraFields = Pick<
  CameraRow,
  | 'name'
  | 'gate'
  | 'family'
  | 'time_zone'
  | 'speed_unit'
  | 'mapping'
  | 'networks'
  | 'reception'
  | 'device_filter'
  | 'is_trial'
>;

export interface CameraAuthor {
  readonly at: string;
  readonly by: string;
}

/** Columns of `IntakeCamera`, of `camera as c`. */
export const INTAKE_COLUMNS = `c.id, c.uuid, c.name, c.gate, c.family, c.time_zone, c.speed_unit, c.mapping, c.is_trial, c.device_filter,
  exists (select from camera as s where s.gate = c.gate and s.id <> c.id and s.revoked_at is null) as shares_gate`;
const COLUMNS = `${INTAKE_COLUMNS}, g.fullname as gate_name, c.networks::text[] as networks, c.reception,
  c.reception_secret is not null as has_secret, c.reception_fault, c.connected_at, c.last_fault, c.last_fault_at, c.created_at, c.created_by, c.updated_at,
  c.rotated_at, c.rotated_by, c.revoked_at, c.last_message, c.last_read`;
const FROM = 'from camera as c join gate as g on g.id = c.gate';

export interface PresentedCameraKey {
  readonly hash: string;
  /** Null: the caller's address cannot be compared with a network. */
  readonly ip: string | null;
}

/** Finds the cameras of keys, in the order given; undefined: unknown, revoked, or sent from another network. */
export async function findCamerasByKey(
  runner: Runner,
  input: readonly PresentedCameraKey[],
): Promise<readonly (IntakeCamera | undefined)[]> {
  const rows = await runner.run<IntakeCamera & { readonly nr: string }>({
    name: 'camera-keys',
    text: `select u.nr, ${INTAKE_COLUMNS} from unnest($1::text[], $2::inet[]) with ordinality as u(hash, ip, nr)
      join camera as c on c.key_hash = u.hash
      where c.revoked_at is null and (c.networks = '{}' or u.ip <<= any (c.networks::inet[]))`,
    values: [input.map(({ hash }) => hash), input.map(({ ip }) => ip)],
  });
  const byPosition = new Map(rows.map(({ nr, ...camera }) => [Number(nr), camera]));
  return input.map((_, at) => byPosition.get(at + 1));
}

/** Cameras whose uuid begins with this and that have digests of their key; revoked ones and other networks left out. */
export const findCamerasByUser = (
  runner: Runner,
  part: string,
  ip: string | null,
): Promise<readonly (IntakeCamera & { readonly digest_keys: Buffer })[]> =>
  runner.run({
    name: 'camera-user',
    text: `select ${INTAKE_COLUMNS}, c.digest_keys from camera as c where left(c.uuid::text, 8) = $1
      and c.digest_keys is not null and c.revoked_at is null and (c.networks = '{}' or $2::inet <<= any (c.networks::inet[]))`,
    values: [part, ip],
  });

/** All cameras, by name; revoked ones last. */
export const readCameras = (runner: Runner): Promise<readonly CameraRow[]> =>
  runner.run<CameraRow>({
    text: `select ${COLUMNS} ${FROM} order by c.revoked_at is not null, lower(c.name), c.id`,
    values: [],
  });

export const readCamera = (runner: Runner, id: number): Promise<CameraRow | null> =>
  findRow<CameraRow>(runner, { text: `select ${COLUMNS} ${FROM} where c.id = $1`, values: [id] });

/** One camera, locked until the end of the transaction; null when it does not exist. */
export const lockCamera = (runner: Runner, id: number): Promise<CameraRow | null> =>
  findRow<CameraRow>(runner, { text: `select ${COLUMNS} ${FROM} where c.id = $1 for update of c`, values: [id] });

export async function countCameras(runner: Runner): Promise<number> {
  return (await findRow<{ n: number }>(runner, { text: 'select count(*)::int as n from camera', values: [] }))?.n ?? 0;
}

/** Networks as stored: bits after the prefix are cleared, an address alone is a network of one. */
const NETWORKS = (parameter: string): string =>
  `array(select distinct network(x::inet) from unnest(${parameter}::text[]) as x)`;

const toValues = (fields: CameraFields): readonly unknown[] => [
  fields.name,
  fields.gate,
  fields.family,
  fields.time_zone,
  fields.speed_unit,
  fields.mapping === null ? null : JSON.stringify(fields.mapping),
  fields.networks,
  fields.is_trial,
  JSON.stringify(fields.reception),
  fields.device_filter,
];

/** What is kept of a key. */
export interface CameraSecret {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** Sealed digests of user, realm and key. */
  readonly digest: Uint8Array;
}

/** Returns the id of a new camera; null when another camera in use has this name. */
export async function insertCamera(
  runner: Runner,
  fields: CameraFields,
  key: CameraSecret & { readonly uuid: string },
  { at, by }: CameraAuthor,
): Promise<number | null> {
  const row = await findRow<{ id: number }>(runner, {
    text: `insert into camera (name, gate, family, time_zone, speed_unit, mapping, networks, is_trial, reception, device_filter, uuid, key_hash,
        created_at, created_by, updated_at, rotated_at, rotated_by, digest_keys)
      values ($1, $2, $3, $4, $5, $6, ${NETWORKS('$7')}, $8, $9, $10, $11, $12, $13, $14, $13, $13, $14, $15)
      on conflict (lower(name)) where revoked_at is null do nothing returning id`,
    values: [...toValues(fields), key.uuid, key.hash, at, by, key.digest],
  });
  return row?.id ?? null;
}

/** False when another camera in use has this name. */
export async function updateCamera(runner: Runner, id: number, fields: CameraFields, at: string): Promise<boolean> {
  const row = await findRow(runner, {
    text: `update camera set name = $1, gate = $2, family = $3, time_zone = $4, speed_unit = $5, mapping = $6,
        networks = ${NETWORKS('$7')}, is_trial = $8, reception = $9, device_filter = $10, updated_at = $11,
        reception_fault = case when reception = $9 then reception_fault end,
        connected_at = case when reception = $9 then connected_at end,
        last_fault = case when reception = $9 then last_fault end,
        last_fault_at = case when reception = $9 then last_fault_at end
      where id = $12 and not exists (select from camera as o where lower(o.name) = lower($1) and o.id <> $12 and o.revoked_at is null)
      returning id`,
    values: [...toValues(fields), at, id],
  });
  return row !== null;
}

/** Sets the sealed password of a broker or of the camera's page; null: none. */
export async function storeReceptionSecret(runner: Runner, id: number, sealed: Uint8Array | null): Promise<void> {
  await runner.run({ text: 'update camera set reception_secret = $2 where id = $1', values: [id, sealed] });
}

/** True when another camera in use sends to this port from one of these networks, so that neither could be told. */
export async function isPortShared(
  runner: Runner,
  { networks, port, except }: { readonly networks: readonly string[]; readonly port: number; readonly except: number },
): Promise<boolean> {
  const row = await findRow(runner, {
    text: `select from camera as o where o.revoked_at is null and o.id <> $3 and o.reception ->> 'tipo' = 'tcp'
        and (o.reception ->> 'porta')::int = $2 and o.networks && ${NETWORKS('$1')} limit 1`,
    values: [networks, port, except],
  });
  return row !== null;
}

export async function replaceCameraKey(
  runner: Runner,
  id: number,
  { hash, digest }: CameraSecret,
  { at, by }: CameraAuthor,
): Promise<void> {
  await runner.run({
    text: `update camera set key_hash = $2, digest_keys = $5, rotated_at = $3, rotated_by = $4, updated_at = $3
      where id = $1`,
    values: [id, hash, at, by, digest],
  });
}

export async function revokeCamera(runner: Runner, id: number, { at, by }: CameraAuthor): Promise<void> {
  await runner.run({
    text: 'update camera set revoked_at = $2, revoked_by = $3, updated_at = $2 where id = $1',
    values: [id, at, by],
  });
}
