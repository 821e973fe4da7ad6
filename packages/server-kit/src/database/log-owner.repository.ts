import type { ClientBase } from 'pg';

/** Owner of the consultation log (ADR 0029). Nobody signs in with it and nobody is a member. */
const LOG_ROLE = 'varco_log';

/** Tables of the log that are only appended to. */
const APPEND_ONLY = [
  'audit_log',
  'audit_leaf',
  'audit_entry',
  'audit_detail',
  'audit_head',
  'audit_checkpoint',
  'audit_node',
  'audit_cosignature',
];

/** Why the consultation log is not safe from a role. */
export type LogFault = 'log-owned-by-other' | 'log-role-in-use' | 'schema-owned-by-other' | 'may-change-log';

/**
 * Takes a database from the role that migrates it, which keeps the right to create in it. The owner of a database owns
 * its schema, and who owns a schema may drop every table in it, also those of others. Run as superuser, before the
 * migrations; a second run changes nothing.
 */
export async function limitMigratingRole(admin: ClientBase, role: string): Promise<void> {
  const name = admin.escapeIdentifier(role);
  const { rows } = await admin.query<{ database: string; database_owner: string; schema_owner: string }>(
    `select quote_ident(d.datname) as database, pg_get_userbyid(d.datdba) as database_owner, pg_get_userbyid(n.nspowner) as schema_owner
       from pg_database d, pg_namespace n where d.datname = current_database() and n.nspname = 'public'`,
  );
  const [found] = rows;
  if (found === undefined) return;
  if (found.database_owner === role) await admin.query(`alter database ${found.database} owner to current_user`);
  if (found.schema_owner === role) await admin.query('alter schema public owner to pg_database_owner');
  await admin.query(`grant connect, create, temporary on database ${found.database} to ${name}`);
  await admin.query(`grant usage, create on schema public to ${name}`);
}

/**
 * Gives the tables and functions of the consultation log to a role nobody signs in with. The grants of the serving role
 * stay; `migratingRole` may read, for backups. Run as superuser, after the migrations; a second run changes nothing.
 */
export async function handOverLog(admin: ClientBase, migratingRole: string): Promise<void> {
  await ensureLogRole(admin);
  await admin.query('begin');
  try {
    // The role may make indexes when a later migration needs one.
    await admin.query(`grant usage, create on schema public to ${LOG_ROLE}`);
    await revokeMembers(admin);
    for (const table of await listLogParts(admin, 'table')) {
      await admin.query(`alter table ${table} owner to ${LOG_ROLE}`);
      await admin.query(`grant select on ${table} to ${admin.escapeIdentifier(migratingRole)}`);
    }
    for (const routine of await listLogParts(admin, 'function'))
      await admin.query(`alter function ${routine} owner to ${LOG_ROLE}`);
    await admin.query('commit');
  } catch (error) {
    await admin.query('rollback');
    throw error;
  }
}

/** A role belongs to the whole server, where other databases may be migrated at the same moment. */
async function ensureLogRole(admin: ClientBase): Promise<void> {
  const { rows } = await admin.query<{ loose: boolean }>(
    `select rolcanlogin or rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as loose
       from pg_roles where rolname = $1`,
    [LOG_ROLE],
  );
  if (rows[0]?.loose === false) return;
  if (rows[0]?.loose === true) {
    await admin.query(`alter role ${LOG_ROLE} nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
    return;
  }
  try {
    await admin.query(`create role ${LOG_ROLE} nologin`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== '42710' && code !== '23505') throw error;
  }
}

/** Tables or functions of the log that do not belong to its role yet, ready for a statement. */
async function listLogParts(client: ClientBase, kind: 'table' | 'function'): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    kind === 'table'
      ? `select c.oid::regclass::text as name from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname like 'audit\\_%'
            and pg_get_userbyid(c.relowner) <> $1`
      : `select p.oid::regprocedure::text as name from pg_proc p
          where p.pronamespace = 'public'::regnamespace and p.proname like 'audit\\_%' and pg_get_userbyid(p.proowner) <> $1`,
    [LOG_ROLE],
  );
  return rows.map(({ name }) => name);
}

const MEMBERS = `select m.member::regrole::text as member, m.grantor::regrole::text as grantor
  from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles p on p.oid = m.member
 where r.rolname = '${LOG_ROLE}' and not p.rolsuper`;

async function revokeMembers(admin: ClientBase): Promise<void> {
  const { rows } = await admin.query<{ member: string; grantor: string }>(MEMBERS);
  for (const { member, grantor } of rows)
    await admin.query(`revoke ${LOG_ROLE} from ${member} granted by ${grantor} cascade`);
}

/**
 * What would let a role of this database change the log, the current role included. Empty: nothing. A database without a
 * log has no faults. Readable by every role.
 */
export async function findLogFaults(client: ClientBase, migratingRole: string): Promise<readonly LogFault[]> {
  const hasLog = await client.query(`select 1 where to_regclass('public.audit_entry') is not null`);
  if (hasLog.rowCount === 0) return [];
  const parts = [...(await listLogParts(client, 'table')), ...(await listLogParts(client, 'function'))];
  const { rows } = await client.query<{ in_use: boolean; schema: boolean; may_change: boolean }>(
    `select exists (select from pg_roles where rolname = '${LOG_ROLE}' and (rolcanlogin or rolsuper))
              or exists (${MEMBERS}) as in_use,
            exists (select from pg_namespace n, pg_database d, pg_roles r
                     where n.nspname = 'public' and d.datname = current_database() and r.rolname = $1 and not r.rolsuper
                       and r.oid in (n.nspowner, d.datdba)) as schema,
            exists (select from unnest($2::text[]) t (name)
                     where has_table_privilege('public.' || t.name, 'update') or has_table_privilege('public.' || t.name, 'delete')
                        or has_table_privilege('public.' || t.name, 'truncate') or has_table_privilege('public.' || t.name, 'trigger')) as may_change`,
    [migratingRole, APPEND_ONLY],
  );
  const [found] = rows;
  const faults: LogFault[] = [];
  if (parts.length > 0) faults.push('log-owned-by-other');
  if (found?.in_use === true) faults.push('log-role-in-use');
  if (found?.schema === true) faults.push('schema-owned-by-other');
  if (found?.may_change === true) faults.push('may-change-log');
  return faults;
}

/** True when the current role may append to the log; a database without a log needs no such right. */
export async function canAppend(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 where to_regclass('public.audit_entry') is not null and not has_table_privilege('public.audit_entry', 'insert')`,
  );
  return rowCount === 0;
}

/** The role that owns the tables of a migrated database; null before the first migration. */
export async function findMigratingRole(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ role: string }>(
    `select r.rolname as role from pg_class c join pg_roles r on r.oid = c.relowner
      where c.oid = to_regclass('public.schema_migration')`,
  );
  return rows[0]?.role ?? null;
}
