import { sql, type RawBuilder } from 'kysely';
import type { BlacklistCounts, BlacklistFilter } from '@varco/contract/plant/blacklist.ts';
import { seesOnlyOwnEntries } from '@varco/domain/policy/list-rights.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { listOrder, optionalCondition, toLikePattern } from '../../database/list-conditions.sql.ts';
import type { ListPage } from '../../database/list-paging.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import type { StoredRow } from '../../database/stored-row.ts';
import { addPlateNations } from './plate-nations.repository.ts';

/** A stored blacklist entry. Instants are ISO. */
export interface BlacklistRow extends Omit<StoredRow<'blacklist_entry'>, 'kind' | 'is_pattern'> {
  readonly kind: 'open' | 'master' | 'slave';
  readonly username: string;
  /** Nation with which the plate was last read here; empty: not read, not stated, or a pattern. */
  readonly nation: string;
  /** Of a master entry: ids of its slave entries and of their users, ordered by user id. */
  readonly slave_ids: readonly number[];
  readonly slave_users: readonly number[];
}

type Condition = RawBuilder<boolean>;

const maySeeInterforce = (user: PlantUser): boolean => user.responsabile_interforze || user.interforce === 'enabled';

/**
 * Condition for the entries that a user may see. Reserved entries: the creator sees the master, each user their own share.
 * Open entries: members of the forces see those for all or for their own group, administrators those of any group; below
 * level 5 only their own (PERM-02).
 */
function buildVisibleEntriesCondition(user: PlantUser): Condition {
  const own = sql<boolean>`(e.owner = ${user.id} or (e.creator = ${user.uuid} and e.kind = 'open'))`;
  if (seesOnlyOwnEntries({ level: user.level, group: user.group_name })) return own;
  const isGroupVisible =
    user.level >= PLANT_ADMIN_LEVEL
      ? sql<boolean>`true`
      : sql<boolean>`(e.group_id is null or e.group_id = ${user.group_id})`;
  const interforce = maySeeInterforce(user) ? sql<boolean>`true` : sql<boolean>`not e.is_interforce`;
  return sql<boolean>`(${own} or (e.kind = 'open' and ${isGroupVisible} and ${interforce}))`;
}

const EXPIRING_DAYS = 15;
const NEVER_HIT_DAYS = 30;

/** Enabled and about to expire. */
const isExpiring = (nowIso: string): Condition => sql<boolean>`(e.is_enabled and e.expires_at > ${nowIso}::timestamptz
  and e.expires_at <= ${nowIso}::timestamptz + make_interval(days => ${EXPIRING_DAYS}))`;
const isExpired = (nowIso: string): Condition => sql<boolean>`e.expires_at <= ${nowIso}::timestamptz`;
// Patterns are excluded: there is no record of when a plate matching one was last seen.
const isNeverHit = (nowIso: string): Condition => sql<boolean>`(e.is_enabled and not e.is_pattern
  and e.entered_at <= ${nowIso}::timestamptz - make_interval(days => ${NEVER_HIT_DAYS})
  and not exists (select 1 from seen as d where d.plate = e.plate and d.last_seen >= e.entered_at))`;
/**
 * `seen`, which `isNeverHit` asks: when each listed plate was last read. Computed first, because on a cluster the dictionary is
 * not on the server of the lists.
 */
const WITH_SEEN = sql`with listed as materialized (select distinct plate from blacklist_entry where not is_pattern),
  seen as materialized (select d.plate, d.last_seen from plate_dict as d where d.plate in (select l.plate from listed as l))`;

/** Filter of a call, and the entries it names one by one. */
export type EntryFilter = BlacklistFilter & { readonly uuids?: readonly string[] | undefined };

/** SQL conditions of the filter (T 7.3). `nowIso`: current instant. */
function filterConditions(filter: EntryFilter, user: PlantUser, nowIso: string): readonly Condition[] {
  const { f_targa: plate } = filter;
  const hasPlate = plate !== undefined && /[A-Za-z0-9]/.test(plate);
  return [
    ...(hasPlate ? [sql<boolean>`e.plate like ${toLikePattern(plate)}`] : []),
    ...optionalCondition(filter.f_created_by_user, sql<boolean>`e.creator = ${user.uuid}`),
    ...optionalCondition(filter.f_owned, sql<boolean>`e.owner = ${user.id}`),
    ...optionalCondition(filter.f_expired, isExpired(nowIso)),
    ...optionalCondition(filter.f_disabled, sql<boolean>`not e.is_enabled`),
    ...optionalCondition(filter.f_alarmed, sql<boolean>`e.is_alarming`),
    ...optionalCondition(filter.f_reserved, sql<boolean>`e.kind <> 'open'`),
    ...optionalCondition(filter.f_expiring, isExpiring(nowIso)),
    ...optionalCondition(filter.f_never_hit, isNeverHit(nowIso)),
    ...(filter.uuids === undefined ? [] : [sql<boolean>`e.uuid = any(${filter.uuids}::uuid[])`]),
  ];
}

const FROM_ENTRIES = sql`from blacklist_entry as e join plant_user as u on u.id = e.owner`;
const ENTRY_COLUMNS = sql`e.*, u.username, coalesce(s.ids, '{}') as slave_ids, coalesce(s.users, '{}') as slave_users`;
const JOIN_SLAVES = sql`left join lateral (
  select array_agg(m.id order by m.owner) as ids, array_agg(m.owner order by m.owner) as users
  from blacklist_entry as m where m.master = e.id and e.kind = 'master') as s on true`;

const ORDER_COLUMNS: Readonly<Record<string, string>> = {
  targa: 'e.plate',
  data_scadenza: 'e.expires_at',
  datainserimento: 'e.entered_at',
  username: 'u.username',
};

async function selectEntries(
  runner: Runner,
  conditions: readonly Condition[],
  tail: RawBuilder<unknown>,
  signal?: AbortSignal,
  before: RawBuilder<unknown> = sql``,
): Promise<readonly BlacklistRow[]> {
  const query = sql`${before} select ${ENTRY_COLUMNS} ${FROM_ENTRIES} ${JOIN_SLAVES} where ${sql.join(conditions, sql` and `)} ${tail}`;
  return addPlateNations(
    runner,
    await runner.run<Omit<BlacklistRow, 'nation'>>(compileStatement(query), signal),
    signal,
  );
}

/** One page of the entries that a user may see, and their total number. */
export async function findEntries(
  runner: Runner,
  user: PlantUser,
  filter: EntryFilter,
  { offset, limit }: ListPage,
  nowIso: string,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly BlacklistRow[]; readonly count: number }> {
  const conditions = [buildVisibleEntriesCondition(user), ...filterConditions(filter, user, nowIso)];
  const before = filter.f_never_hit === undefined ? sql`` : WITH_SEEN;
  const counting = sql`${before} select count(*)::int as n from blacklist_entry as e where ${sql.join(conditions, sql` and `)}`;
  const [counted] = await runner.run<{ n: number }>(compileStatement(counting), signal);
  const order = listOrder(filter.order_by, '+targa', ORDER_COLUMNS);
  const rows = await selectEntries(runner, conditions, sql`${order} limit ${limit} offset ${offset}`, signal, before);
  return { rows, count: counted?.n ?? 0 };
}

/** Number of entries that a user may see, in each view of the list, among those that match a filter. */
export async function countEntries(
  runner: Runner,
  user: PlantUser,
  filter: BlacklistFilter,
  nowIso: string,
  signal: AbortSignal,
): Promise<BlacklistCounts> {
  const conditions = [buildVisibleEntriesCondition(user), ...filterConditions(filter, user, nowIso)];
  const query = sql`${WITH_SEEN} select count(*)::int as "all",
    count(*) filter (where e.is_enabled and not ${isExpired(nowIso)})::int as active,
    count(*) filter (where ${isExpiring(nowIso)})::int as expiring,
    count(*) filter (where ${isExpired(nowIso)})::int as expired,
    count(*) filter (where not e.is_enabled)::int as disabled,
    count(*) filter (where ${isNeverHit(nowIso)})::int as never_hit
    from blacklist_entry as e where ${sql.join(conditions, sql` and `)}`;
  const [counts] = await runner.run<BlacklistCounts>(compileStatement(query), signal);
  return counts ?? { all: 0, active: 0, expiring: 0, expired: 0, disabled: 0, never_hit: 0 };
}

/** Finds an entry by id; null: none that this user may see. */
export async function findEntryById(runner: Runner, user: PlantUser, id: number): Promise<BlacklistRow | null> {
  const [row] = await selectEntries(runner, [buildVisibleEntriesCondition(user), sql<boolean>`e.id = ${id}`], sql``);
  return row ?? null;
}

/** Finds entries by plate or uuid, best match first: own entries, then active ones, then the newest. */
export function findEntriesByPlateOrUuid(
  runner: Runner,
  user: PlantUser,
  requested: {
    readonly plates: readonly string[];
    readonly uuids: readonly string[];
    readonly reserved?: boolean | undefined;
    readonly createdByUser?: boolean | undefined;
  },
  nowIso: string,
): Promise<readonly BlacklistRow[]> {
  const conditions = [
    buildVisibleEntriesCondition(user),
    sql<boolean>`(e.plate = any(${requested.plates}::text[]) or e.uuid = any(${requested.uuids}::uuid[]))`,
    ...optionalCondition(requested.reserved, sql<boolean>`e.kind <> 'open'`),
    ...optionalCondition(requested.createdByUser, sql<boolean>`e.creator = ${user.uuid}`),
  ];
  const best = sql`order by (e.owner = ${user.id}) desc, (e.is_enabled and e.expires_at > ${nowIso}::timestamptz) desc, e.id desc limit 500`;
  return selectEntries(runner, conditions, best);
}

/** Open entries of many plates that a user may see, by plate; an entry of the user's group takes precedence over one for all. */
export async function findOpenEntriesByPlate(
  runner: Runner,
  user: PlantUser,
  plates: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BlacklistRow>> {
  const listed = sql<boolean>`e.plate in (select unnest(${plates}::text[]))`;
  const conditions = [buildVisibleEntriesCondition(user), sql<boolean>`e.kind = 'open'`, listed];
  const rows = await selectEntries(runner, conditions, sql`order by e.group_id is not null, e.id`, signal);
  return new Map(rows.map((row) => [row.plate, row]));
}

/** Serialises changes of entries of one plate until the end of the transaction. */
export async function lockPlate(runner: Runner, plate: string): Promise<void> {
  await runner.run({ text: 'select pg_advisory_xact_lock(7203950, hashtext($1))', values: [plate] });
}

const FIELD_NAMES = [
  'is_approximate',
  'is_enabled',
  'is_alarming',
  'mail_alarm',
  'push_alarm',
  'radio_alarm',
  'all_4',
  'group_id',
  'is_interforce',
  'chassis',
  'brand',
  'model',
  'status_text',
  'note1',
  'note2',
  'mails',
  'expires_at',
] as const satisfies readonly (keyof BlacklistRow)[];

/** Fields of an entry that a user can write. */
export type BlacklistFields = Pick<BlacklistRow, (typeof FIELD_NAMES)[number]>;

export interface NewEntry {
  readonly uuid: string;
  readonly plate: string;
  readonly kind: BlacklistRow['kind'];
  readonly master: number | null;
  readonly owner: number;
  readonly creator: string;
  readonly source: string;
  readonly fields: BlacklistFields;
}

const IDENTITY_NAMES = ['uuid', 'plate', 'kind', 'master', 'owner', 'creator', 'source'] as const;

/** Inserts entries; one whose uuid or plate and audience are taken is skipped. Returns the ids of the inserted entries by uuid. */
export async function insertEntries(
  runner: Runner,
  entries: readonly NewEntry[],
  nowIso: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = entries.map(({ fields, ...own }) => ({ ...own, ...fields }));
  const names = [...IDENTITY_NAMES, ...FIELD_NAMES].join(', ');
  const written = await runner.run<{ id: number; uuid: string }>({
    text: `insert into blacklist_entry (${names}, entered_at, created_at, updated_at)
      select ${names}, $2, $2, $2 from jsonb_populate_recordset(null::blacklist_entry, $1::jsonb)
      on conflict do nothing returning id, uuid`,
    values: [JSON.stringify(rows), nowIso],
  });
  return new Map(written.map(({ uuid, id }) => [uuid, id]));
}

/** Updates the fields of entries and increments their `ver`. */
export async function updateEntries(
  runner: Runner,
  changes: readonly { readonly id: number; readonly fields: BlacklistFields }[],
  nowIso: string,
): Promise<void> {
  const set = FIELD_NAMES.map((name) => `${name} = n.${name}`).join(', ');
  await runner.run({
    text: `update blacklist_entry as e set ${set}, ver = e.ver + 1, updated_at = $2
      from jsonb_populate_recordset(null::blacklist_entry, $1::jsonb) as n where n.id = e.id`,
    values: [JSON.stringify(changes.map(({ id, fields }) => ({ id, ...fields }))), nowIso],
  });
}

/** Deletes entries; the slaves of a master are deleted with it. Returns the number of entries, slaves not counted. */
export async function removeEntries(runner: Runner, ids: readonly number[]): Promise<number> {
  const text = 'delete from blacklist_entry where id = any($1::int[]) returning id';
  return (await runner.run({ text, values: [ids] })).length;
}

/** The slave entries of a master, with their own alarm settings. */
export const readSlaves = (runner: Runner, master: number): Promise<readonly BlacklistRow[]> =>
  selectEntries(runner, [sql<boolean>`e.master = ${master}`], sql`order by e.owner`);
