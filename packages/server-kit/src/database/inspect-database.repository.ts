import { Client } from 'pg';
import type { DatabaseFacts } from '@varco/contract/inspection.ts';
import { checkSchema } from './check-schema.ts';
import type { DatabaseProgram } from './migrate-database.ts';
import { MigrationError, readMigrations } from './migrate.ts';

const NOTHING = { schemaProblem: null, role: '', roleFaults: [], clockSkewMs: 0, encoding: '' } as const;

/** Facts about a database as the role a server serves with sees it; never throws. `url` null: it is not running. */
export async function inspectDatabase(url: string | null, program: DatabaseProgram): Promise<DatabaseFacts> {
  if (url === null) return { ...NOTHING, roleFaults: [], state: 'off' };
  const client = new Client({
    connectionString: url,
    application_name: 'varco doctor',
    connectionTimeoutMillis: 8_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const facts = await readFacts(client);
    return { ...facts, state: 'ok', schemaProblem: await findSchemaProblem(url, program) };
  } catch (error) {
    return { ...NOTHING, roleFaults: [], state: toState(error) };
  } finally {
    await client.end().catch(() => {});
  }
}

async function readFacts(client: Client): Promise<Omit<DatabaseFacts, 'state' | 'schemaProblem'>> {
  const before = Date.now();
  const { rows } = await client.query<{ now: number; role: string; encoding: string; faults: string[] }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_user::text as role,
            current_setting('server_encoding') as encoding,
            array_remove(array[
              case when r.rolsuper then 'superuser' end, case when r.rolcreatedb then 'createdb' end,
              case when r.rolcreaterole then 'createrole' end, case when r.rolreplication then 'replication' end,
              case when r.rolbypassrls then 'bypassrls' end,
              case when exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner = r.oid)
                then 'owner' end,
              case when exists (select from pg_database d where d.datname = current_database() and d.datdba = r.oid)
                then 'database owner' end], null)::text[] as faults
       from pg_roles r where r.rolname = current_user`,
  );
  const [row] = rows;
  // The statement is answered at an instant between the two readings of this clock.
  const clockSkewMs = Math.round((row?.now ?? before) - (before + Date.now()) / 2);
  return { role: row?.role ?? '', roleFaults: row?.faults ?? [], clockSkewMs, encoding: row?.encoding ?? '' };
}

async function findSchemaProblem(url: string, program: DatabaseProgram): Promise<string | null> {
  try {
    await checkSchema(url, await readMigrations(...program.migrations), program.command);
    return null;
  } catch (error) {
    if (error instanceof MigrationError) return error.message;
    throw error;
  }
}

function toState(error: unknown): DatabaseFacts['state'] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('28') || (error instanceof Error && error.message.startsWith('SASL: '))) return 'refused';
  if (code === '3D000') return 'missing';
  return /^E[A-Z_]+$/.test(code) || /timeout|terminated/.test(String(error)) ? 'unreachable' : 'failed';
}
