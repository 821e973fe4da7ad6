import { findRow, type Runner } from '../../database/sql-statement.ts';

/** A portal that joined. Instants are ISO. */
export interface JoinedPortalRow {
  readonly id: number;
  readonly uuid: string;
  readonly origin: string;
  readonly public_key: Buffer;
  readonly joined_at: string;
  readonly joined_by: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  readonly heartbeat_at: string | null;
  readonly heartbeat_result: 'sent' | 'refused' | 'unreachable' | null;
}

const COLUMNS = `id, uuid, origin, public_key, joined_at, joined_by, revoked_at, revoked_by, heartbeat_at, heartbeat_result`;

/** Those in use first, then the newest first. */
export const listPortals = (runner: Runner, limit: number): Promise<readonly JoinedPortalRow[]> =>
  runner.run({
    text: `select ${COLUMNS} from joined_portal order by revoked_at is not null, joined_at desc, id desc limit $1`,
    values: [limit],
  });

export const findPortal = (runner: Runner, id: number): Promise<JoinedPortalRow | null> =>
  findRow(runner, { text: `select ${COLUMNS} from joined_portal where id = $1`, values: [id] });

export const findPortalByUuid = (runner: Runner, uuid: string): Promise<JoinedPortalRow | null> =>
  findRow(runner, { text: `select ${COLUMNS} from joined_portal where uuid = $1`, values: [uuid] });

/** Serialises changes of the portals: an address must not get two rows. */
export async function lockPortals(runner: Runner): Promise<void> {
  await runner.run({ text: 'lock table joined_portal in share row exclusive mode', values: [] });
}

export interface JoiningPortal {
  readonly uuid: string;
  readonly origin: string;
  readonly publicKey: Buffer;
}

/**
 * Stores a portal that joins, or its new address and key; another portal at that address is revoked by it. Returns its
 * number. Call it with the table locked.
 */
export async function storePortal(runner: Runner, portal: JoiningPortal, by: string, nowIso: string): Promise<number> {
  await runner.run({
    text: `update joined_portal set revoked_at = $3, revoked_by = '' where lower(origin) = lower($1) and uuid <> $2 and revoked_at is null`,
    values: [portal.origin, portal.uuid, nowIso],
  });
  const row = await findRow<{ id: number }>(runner, {
    text: `insert into joined_portal (uuid, origin, public_key, joined_at, joined_by) values ($1, $2, $3, $4, $5)
      on conflict (uuid) do update set origin = excluded.origin, public_key = excluded.public_key, joined_at = excluded.joined_at,
        joined_by = excluded.joined_by, revoked_at = null, revoked_by = null, heartbeat_at = null, heartbeat_result = null
      returning id`,
    values: [portal.uuid, portal.origin, portal.publicKey, nowIso, by],
  });
  if (row === null) throw new Error('no portal was stored');
  return row.id;
}

export async function revokePortal(runner: Runner, id: number, at: string, by: string): Promise<void> {
  await runner.run({
    text: 'update joined_portal set revoked_at = $2, revoked_by = $3 where id = $1',
    values: [id, at, by],
  });
}

/**
 * Makes the address the plant names in messages (`portal_url`) follow the portals: the one that joined takes the place of
 * its former address, or of none; a revoked one leaves its place to the newest of the others.
 * @param former address that is no longer right; null: none
 * @param origin address of the portal that joined; null: one was revoked
 */
export async function followPortalUrl(runner: Runner, former: string | null, origin: string | null): Promise<void> {
  await runner.run({
    text: `update plant_settings set portal_url = coalesce($2,
        (select p.origin from joined_portal as p where p.revoked_at is null order by p.joined_at desc, p.id desc limit 1), '')
      where rtrim(portal_url, '/') = $1 or (portal_url = '' and $2::text is not null)`,
    values: [former, origin],
  });
}

/** Origins of the portals whose pages may call this plant. */
export async function readPortalOrigins(runner: Runner): Promise<readonly string[]> {
  const rows = await runner.run<{ origin: string }>({
    name: 'portal-origins',
    text: 'select origin from joined_portal where revoked_at is null',
    values: [],
  });
  return rows.map(({ origin }) => origin);
}

/** Where heartbeats go. `id` null: the address of the settings, which never joined. */
export interface ReportedPortal {
  readonly id: number | null;
  readonly origin: string;
}

export const readReportedPortals = (runner: Runner): Promise<readonly ReportedPortal[]> =>
  runner.run<ReportedPortal>({
    name: 'reported-portals',
    text: `select id, origin from joined_portal where revoked_at is null
      union all
      select null, portal_url from plant_settings where portal_url <> ''
        and not exists (select from joined_portal as p where p.revoked_at is null and lower(p.origin) = lower(rtrim(portal_url, '/')))`,
    values: [],
  });

export async function recordHeartbeat(runner: Runner, id: number, at: string, result: string): Promise<void> {
  await runner.run({
    name: 'portal-heartbeat',
    text: 'update joined_portal set heartbeat_at = $2, heartbeat_result = $3 where id = $1 and revoked_at is null',
    values: [id, at, result],
  });
}
