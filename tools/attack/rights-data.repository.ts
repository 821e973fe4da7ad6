import type { Pool } from 'pg';

/** Rights of a plant user, from the tables as they are, not through the product's queries. */
export interface UserRights {
  readonly username: string;
  readonly level: number;
  readonly group: string;
  readonly isAdmin: boolean;
  /** Gates of the user and of the user's districts; null: all. */
  readonly gates: readonly number[] | null;
  readonly tMaxMinutes: number;
  readonly seesPlates: boolean;
  readonly insertsLists: boolean | null;
  readonly managesUsers: boolean;
  readonly managesDistricts: boolean;
  readonly isResponsible: boolean;
  readonly readsAudit: boolean;
  /** Days back without a second person; null: no limit. */
  readonly lookBackDays: number | null;
  /** Ids shown under a grant, also an ended one: a page may have been asked for before. */
  readonly approvedTransits: ReadonlySet<string>;
  /** Ids of the own requests that were granted, also ended ones. */
  readonly grants: ReadonlySet<string>;
  readonly approves: boolean;
  readonly handlesRequests: boolean;
}

export interface StoredTransit {
  readonly id: string;
  readonly gate: number;
  readonly atMs: number;
  readonly plate: string;
}

/** What decides who may see what on a plant, at one moment. */
export interface PlantRightsData {
  readonly users: ReadonlyMap<string, UserRights>;
  readonly retentionDays: number;
  readonly timeLimit: string;
  readonly transits: readonly StoredTransit[];
}

interface UserRow {
  readonly username: string;
  readonly level: number;
  readonly name: string;
  readonly admin: boolean;
  readonly gates: readonly number[] | null;
  readonly t_max: number;
  readonly sees_plates: boolean;
  readonly insert_bl: boolean | null;
  readonly can_manage_users: boolean;
  readonly can_manage_districts: boolean;
  readonly responsabile_interforze: boolean;
  readonly audit_read: boolean;
  readonly look_back_days: number | null;
  readonly approves: boolean;
  readonly handles_requests: boolean;
  readonly uuid: string;
  readonly id: number;
}

/**
 * Reads the rights and the transits of a plant. `usernames`: by uuid, under which a caller goes on to be found after
 * somebody renamed the account.
 */
export async function readPlantRights(
  pool: Pool,
  usernames: ReadonlyMap<string, string> = new Map(),
): Promise<PlantRightsData> {
  const { rows: users } = await pool.query<UserRow>(
    'select u.*, g.level, g.name, g.look_back_days, g.approves, g.handles_requests from plant_user as u join user_group as g on g.id = u.group_id',
  );
  const { rows: districts } = await pool.query<{ plant_user: number; gates: readonly number[] }>(
    'select ud.plant_user, d.gates from plant_user_district as ud join district as d on d.id = ud.district',
  );
  const { rows: settings } = await pool.query<{ retention_days: number; time_limit: string }>(
    'select retention_days, time_limit from plant_settings',
  );
  const { rows: transits } = await pool.query<{ id: string; gate: number; ts: string; plate: string }>(
    `select id::text, gate, to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ts, plate
       from (select id, gate, ts, plate from transit union all select id, gate, ts, plate from unread_transit) as t`,
  );
  const { rows: approved } = await pool.query<{ requester: string; id: string }>(
    'select a.requester, t.id::text from approval_request as a join approval_transit as t on t.approval = a.id',
  );
  const { rows: granted } = await pool.query<{ requester: string; id: string }>(
    `select requester, id::text from approval_request where state = 'granted'`,
  );
  return {
    users: new Map(
      users.map((row) => [
        usernames.get(row.uuid) ?? row.username,
        toUserRights(row, districts, { approved, granted }),
      ]),
    ),
    retentionDays: settings[0]?.retention_days ?? 0,
    timeLimit: settings[0]?.time_limit ?? '',
    transits: transits.map(({ id, gate, ts, plate }) => ({ id, gate, atMs: Date.parse(ts), plate })),
  };
}

/** A transit that was shown under a grant, or the grant. */
interface ApprovedItem {
  readonly requester: string;
  readonly id: string;
}

function toUserRights(
  row: UserRow,
  districts: readonly { readonly plant_user: number; readonly gates: readonly number[] }[],
  { approved, granted }: Readonly<Record<'approved' | 'granted', readonly ApprovedItem[]>>,
): UserRights {
  const own = districts.filter(({ plant_user }) => plant_user === row.id);
  const within = own.length === 0 ? null : own.flatMap(({ gates }) => gates);
  const gates = within === null ? row.gates : within.filter((gate) => row.gates?.includes(gate) ?? true);
  return {
    username: row.username,
    level: row.level,
    group: row.name,
    isAdmin: row.admin,
    gates,
    tMaxMinutes: row.t_max,
    seesPlates: row.sees_plates,
    insertsLists: row.insert_bl,
    managesUsers: row.can_manage_users,
    managesDistricts: row.can_manage_districts,
    isResponsible: row.responsabile_interforze,
    readsAudit: row.audit_read,
    lookBackDays: row.look_back_days,
    approvedTransits: collectIds(approved, row.uuid),
    grants: collectIds(granted, row.uuid),
    approves: row.approves,
    handlesRequests: row.handles_requests,
  };
}

const collectIds = (items: readonly ApprovedItem[], uuid: string): ReadonlySet<string> =>
  new Set(items.filter(({ requester }) => requester === uuid).map(({ id }) => id));

export interface PortalRights {
  readonly username: string;
  readonly isAdmin: boolean;
  readonly readsAudit: boolean;
  readonly isHeldBack: boolean;
}

/** Rights of the portal's accounts, by user name. `isHeldBack`: first access or a change of password is pending. */
export async function readPortalRights(pool: Pool): Promise<ReadonlyMap<string, PortalRights>> {
  const { rows } = await pool.query<{
    username: string;
    is_admin: boolean;
    audit_read: boolean;
    is_first_access: boolean;
    must_change: boolean;
  }>('select username, is_admin, audit_read, is_first_access, must_change from portal_user');
  return new Map(
    rows.map((row) => [
      row.username,
      {
        username: row.username,
        isAdmin: row.is_admin,
        readsAudit: row.audit_read,
        isHeldBack: row.is_first_access || row.must_change,
      },
    ]),
  );
}

/** Every stored hash of a password or key, which no answer may contain. */
export async function readPlantSecrets(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ secret: string }>('select password_hash as secret from plant_user');
  return rows.map(({ secret }) => secret);
}
