import type { Pool } from 'pg';
import { hashPassword } from '@varco/server-kit/auth/password.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { insertReads, type ReadStore } from '../features/ingest/insert-reads.repository.ts';
import type { InsertedRead, NewRead } from '../features/ingest/new-read.ts';
import type { LicenseOptions } from '../settings/plant-settings.repository.ts';

/** A pool, or the connection of a transaction. */
type QueryClient = Pick<Pool, 'query'>;

/** Initial data of a new plant. Retention has no default: term, basis and act must be stated. */
export interface PlantSeed {
  readonly uuid: string;
  readonly label: string;
  readonly code: string;
  readonly municipality: string;
  readonly publicUrl: string;
  /** Origin of the portal that receives the heartbeat; empty: none. */
  readonly portalUrl: string;
  readonly retention: {
    readonly days: number;
    readonly platePictureDays: number;
    readonly contextPictureDays: number;
    readonly basis: string;
    readonly act: string;
  };
  readonly requiresReason?: boolean;
  readonly requiresCase?: boolean;
  readonly reasons: readonly { readonly code: string; readonly it: string; readonly en: string }[];
  readonly license?: { readonly expiresOn: string; readonly number: string; readonly options: LicenseOptions | null };
  readonly watermarkText?: string;
  readonly faults?: { readonly slowMs?: number; readonly failOneIn?: number };
  readonly groups: readonly GroupSeed[];
  /** Districts with their gates and users, by id. */
  readonly districts?: readonly {
    readonly name: string;
    readonly gates: readonly number[];
    readonly users: readonly number[];
  }[];
  /** Registered devices not enrolled yet; `user`: id of the owner, absent: none. */
  readonly devices?: readonly {
    readonly kind: 'smartphone' | 'pc';
    readonly name: string;
    readonly user?: number;
    readonly androidId?: string;
  }[];
  readonly users: readonly UserSeed[];
  readonly gates: readonly GateSeed[];
  readonly ingestKeys: readonly IngestKeySeed[];
}

interface GroupSeed {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  /** Default rights of a new member; absent: none. */
  readonly defaults?: Readonly<Record<string, boolean | number>>;
  /** Limits beyond which a second person must agree (ADR 0027); absent: none. */
  readonly lookBackDays?: number;
  readonly rowsPerDay?: number;
  /** Members decide the requests of others. */
  readonly approves?: boolean;
  /** Members work off the requests of people about their data. */
  readonly handlesRequests?: boolean;
}

export interface UserSeed {
  readonly id: number;
  readonly uuid: string;
  readonly username: string;
  readonly password: string;
  readonly fullname?: string;
  readonly email?: string;
  readonly groupId: number;
  /** 1 enabled (default), 0 disabled, -1 must change the password. */
  readonly active?: -1 | 0 | 1;
  /** ISO days. */
  readonly passwordSetOn: string;
  readonly passwordExpiresOn?: string;
  readonly expiresOn?: string;
  /** Allowed gates; absent: all. */
  readonly gates?: readonly number[];
  readonly tMax?: number;
  readonly seesPlates?: boolean;
  readonly insertBl?: boolean;
  /** May make paid look-ups. */
  readonly visurePagamento?: boolean;
  readonly canManageUsers?: boolean;
  readonly canManageDistricts?: boolean;
  /** May read the whole consultation log. */
  readonly auditRead?: boolean;
  /** True: the user is notified of stolen vehicles. */
  readonly notificaRubati?: boolean;
  /** Id of the manager, who must be seeded before; absent: managed by the plant's administrators. */
  readonly ownedBy?: number;
  readonly description?: string;
  /** Remote activity: 0 off, 1 with a smartphone, 2 always (default). */
  readonly remoteActivity?: 0 | 1 | 2;
}

export interface GateSeed {
  readonly id: number;
  readonly fullname: string;
  readonly description?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly direction?: number;
  readonly cameraModel?: string;
  readonly lane2?: boolean;
  readonly boundary?: boolean;
  readonly enabled?: boolean;
  readonly hasError?: boolean;
}

export interface IngestKeySeed {
  readonly id: string;
  readonly label: string;
  readonly kind: 'camera' | 'import';
  /** The key in clear: only its SHA-256 is stored. */
  readonly key: string;
  readonly gates?: readonly number[];
  readonly cidr?: string;
  readonly createdAt: string;
}

async function seedSettings(client: QueryClient, seed: PlantSeed): Promise<boolean> {
  const { retention, license, faults } = seed;
  const { rowCount } = await client.query(
    `insert into plant_settings (uuid, label, code, municipality, public_url, portal_url, retention_days, plate_picture_days,
       context_picture_days, retention_basis, retention_act, requires_reason, requires_case, reasons, license_expires_on,
       license_number, license_options, watermark_text, demo_slow_ms, demo_fail_one_in, plate_picture_basis, plate_picture_act,
       context_picture_basis, context_picture_act)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $10, $11, $10, $11) on conflict do nothing`,
    [
      seed.uuid,
      seed.label,
      seed.code,
      seed.municipality,
      seed.publicUrl,
      seed.portalUrl,
      retention.days,
      retention.platePictureDays,
      retention.contextPictureDays,
      retention.basis,
      retention.act,
      seed.requiresReason ?? false,
      seed.requiresCase ?? false,
      JSON.stringify(seed.reasons),
      license?.expiresOn ?? null,
      license?.number ?? null,
      license === undefined ? null : JSON.stringify(license.options),
      seed.watermarkText ?? '',
      faults?.slowMs ?? 0,
      faults?.failOneIn ?? 0,
    ],
  );
  return rowCount === 1;
}

async function seedUsers(client: QueryClient, users: readonly UserSeed[]): Promise<void> {
  for (const user of users) {
    await client.query(
      `insert into plant_user (id, uuid, username, fullname, email, group_id, active, password_hash, password_set_on, password_expires_on,
         expires_on, gates, t_max, sees_plates, insert_bl, can_manage_users, visure_pagamento, notifica_rubati,
         can_manage_districts, owned_by, created_by, description, remote_activity, audit_read)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21, $22, $23)`,
      [
        user.id,
        user.uuid,
        user.username,
        user.fullname ?? '',
        user.email ?? '',
        user.groupId,
        user.active ?? 1,
        await hashPassword(user.password),
        user.passwordSetOn,
        user.passwordExpiresOn ?? null,
        user.expiresOn ?? null,
        user.gates ?? null,
        user.tMax ?? 0,
        user.seesPlates ?? true,
        user.insertBl ?? null,
        user.canManageUsers ?? false,
        user.visurePagamento ?? false,
        user.notificaRubati ?? false,
        user.canManageDistricts ?? false,
        user.ownedBy ?? null,
        user.description ?? '',
        user.remoteActivity ?? 2,
        user.auditRead ?? false,
      ],
    );
  }
}

/** Adds gates; an existing gate is left unchanged. */
export async function seedGates(client: QueryClient, gates: readonly GateSeed[]): Promise<void> {
  for (const [position, gate] of gates.entries()) {
    await client.query(
      `insert into gate (id, fullname, description, position, lat, lon, direction, camera_model, lane2, boundary, enabled, has_error)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
      [
        gate.id,
        gate.fullname,
        gate.description ?? '',
        position,
        gate.lat ?? null,
        gate.lon ?? null,
        gate.direction ?? 0,
        gate.cameraModel ?? '',
        gate.lane2 ?? false,
        gate.boundary ?? false,
        gate.enabled ?? true,
        gate.hasError ?? false,
      ],
    );
  }
}

async function seedIngestKeys(client: QueryClient, keys: readonly IngestKeySeed[]): Promise<void> {
  for (const key of keys) {
    await client.query(
      `insert into ingest_key (id, label, kind, key_hash, gates, cidr, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        key.id,
        key.label,
        key.kind,
        hashSecretText(key.key).toString('hex'),
        key.gates ?? null,
        key.cidr ?? null,
        key.createdAt,
      ],
    );
  }
}

/**
 * Sets a plant up on a migrated, empty database, in one transaction. Returns false and changes nothing when it was set up
 * before, so that a second start of the demo keeps its data. `record` runs before a new plant is committed.
 */
export async function seedPlant(pool: Pool, seed: PlantSeed, record?: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const isNew = await seedSettings(client, seed);
    if (isNew) await seedInitialData(client, seed);
    if (isNew) await record?.();
    await client.query('commit');
    return isNew;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function seedGroups(client: QueryClient, groups: readonly GroupSeed[]): Promise<void> {
  const text = `insert into user_group (id, name, level, defaults, look_back_days, rows_per_day, approves, handles_requests)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`;
  for (const { id, name, level, defaults = {}, lookBackDays = null, rowsPerDay = null, ...flags } of groups) {
    const { approves = false, handlesRequests = false } = flags;
    const limits = [lookBackDays, rowsPerDay];
    await client.query(text, [id, name, level, JSON.stringify(defaults), ...limits, approves, handlesRequests]);
  }
}

async function seedInitialData(client: QueryClient, seed: PlantSeed): Promise<void> {
  await seedGroups(client, seed.groups);
  await seedUsers(client, seed.users);
  await seedGates(client, seed.gates);
  await seedIngestKeys(client, seed.ingestKeys);
  for (const { name, gates, users } of seed.districts ?? [])
    await client.query(
      `with made as (insert into district (name, gates, updated_at) values ($1, $2, now()) returning id)
       insert into plant_user_district (plant_user, district) select u.id, made.id from made, unnest($3::int[]) as u (id)`,
      [name, gates, users],
    );
  for (const { kind, name, user, androidId } of seed.devices ?? [])
    await client.query(
      `insert into plant_device (kind, name, plant_user, android_id, created_at, created_by) values ($1, $2, $3, $4, now(), '')`,
      [kind, name, user ?? null, androidId ?? null],
    );
}

/** Stores simulated reads, including the check results they would have had, with the same statement as real reads. */
export const seedTransits = (store: ReadStore, reads: readonly NewRead[]): Promise<readonly InsertedRead[]> =>
  insertReads(store, reads);
