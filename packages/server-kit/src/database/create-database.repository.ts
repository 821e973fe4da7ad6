import { Client } from 'pg';
import { StartError } from '../process/start-or-explain.ts';
import { APP_ROLE } from './migrate.ts';

/** Role that owns the tables of an external database. */
const OWNER_ROLE = 'varco_owner';
/** Varco is tested with the PostgreSQL it brings along; an older one may lack what its statements use. */
const MIN_MAJOR = 18;

export interface NewDatabase {
  /** Address of an administrator, with any database of the server. */
  readonly adminUrl: string;
  /** Addresses of the database to be made, with the passwords its roles get. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Extensions that the migrations need. */
  readonly extensions: readonly string[];
}

/**
 * Makes the roles and the database of a server on a given PostgreSQL, with the least rights that a migration and a server
 * need. What exists is checked and left as it is, so that an interrupted run can be repeated. Returns the administrator's
 * address of that database. Throws `StartError` in plain words.
 */
export async function createServerDatabase({ adminUrl, ownerUrl, appUrl, extensions }: NewDatabase): Promise<string> {
  const name = decodeURIComponent(new URL(appUrl).pathname.slice(1));
  await withClient(adminUrl, async (admin) => {
    await checkServer(admin, extensions);
    for (const [role, url] of [
      [OWNER_ROLE, ownerUrl],
      [APP_ROLE, appUrl],
    ] as const)
      await ensureRole(admin, role, decodeURIComponent(new URL(url).password));
    await ensureDatabase(admin, name);
  });
  for (const [role, url] of [
    [OWNER_ROLE, ownerUrl],
    [APP_ROLE, appUrl],
  ] as const)
    await checkSignIn(role, url);
  const address = new URL(adminUrl);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

async function checkServer(admin: Client, extensions: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ number: number; version: string; is_superuser: boolean; missing: string[] }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
            array(select e.name from unnest($1::text[]) e (name)
                   where not exists (select from pg_available_extensions a where a.name = e.name))::text[] as missing`,
    [extensions],
  );
  const [found] = rows;
  if (found === undefined) throw new StartError('The database server does not say what it is.');
  if (found.number < MIN_MAJOR * 10_000)
    throw new StartError(`The database server is PostgreSQL ${found.version}; Varco needs ${MIN_MAJOR} or later.`);
  if (!found.is_superuser)
    throw new StartError('The address of the administrator signs in as a role that is no superuser: use one that is.');
  if (found.missing.length > 0)
    throw new StartError(
      `The database server lacks these extensions: ${found.missing.join(', ')}. Install its package postgresql-contrib.`,
    );
}

/** Attributes that neither role may have. */
const RIGHTS = ['rolsuper', 'rolcreatedb', 'rolcreaterole', 'rolreplication', 'rolbypassrls'] as const;

async function ensureRole(admin: Client, role: string, password: string): Promise<void> {
  const { rows } = await admin.query<{ loose: boolean }>(
    `select (${RIGHTS.join(' or ')}) as loose from pg_roles where rolname = $1`,
    [role],
  );
  if (rows[0]?.loose === true)
    throw new StartError(
      `The role ${role} may do more than it should. As administrator: alter role ${role} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
    );
  if (rows.length > 0) return;
  await admin.query('begin');
  await admin.query("set local password_encryption = 'scram-sha-256'");
  await admin.query(
    `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${admin.escapeLiteral(password)}`,
  );
  await admin.query('commit');
}

async function ensureDatabase(admin: Client, name: string): Promise<void> {
  const quoted = admin.escapeIdentifier(name);
  const find = () =>
    admin.query<{ encoding: string; zone: string }>(
      `select pg_encoding_to_char(d.encoding) as encoding,
              coalesce((select split_part(c.option, '=', 2) from pg_db_role_setting s, unnest(s.setconfig) c (option)
                         where s.setdatabase = d.oid and s.setrole = 0 and lower(c.option) like 'timezone=%'),
                       (select reset_val from pg_settings where name = 'TimeZone')) as zone
         from pg_database d where d.datname = $1`,
      [name],
    );
  const { rows } = await find();
  if (rows[0] !== undefined && rows[0].encoding !== 'UTF8')
    throw new StartError(`The database ${name} is encoded in ${rows[0].encoding}; Varco needs UTF8: name another one.`);
  if (rows.length === 0) await admin.query(`create database ${quoted} encoding 'UTF8' template template0`);
  // Created here, or by an earlier run that ended before this line: instants are then written alike by every client.
  const zone = (await find()).rows[0]?.zone;
  if (zone !== 'UTC') await admin.query(`alter database ${quoted} set timezone to 'UTC'`);
}

/** A role that existed before may have another password than the one of the settings. */
async function checkSignIn(role: string, url: string): Promise<void> {
  try {
    await withClient(url, async () => {});
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('28')) throw error;
    throw new StartError(
      `The role ${role} exists already with another password: name the file with its password (app_password_file, owner_password_file), and allow it in pg_hba.conf.`,
    );
  }
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'varco setup',
    connectionTimeoutMillis: 10_000,
  });
  // Connection lost while idle: the next statement fails and reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
