import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The server's own role; it may read the log. */
const ROLE = 'varco_app';

/**
 * Database address of a running server with embedded PostgreSQL, from its data folder: the running cluster records
 * its port and socket folder there, the password of the role is beside it. Null when none is running.
 */
export async function findEmbeddedAddress(dataDir: string, name: string): Promise<string | null> {
  const noted = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null);
  const [, , , port, socketDir] = noted?.split('\n') ?? [];
  if (port === undefined || socketDir === undefined || socketDir === '') return null;
  const password = await readFile(join(dataDir, 'postgres.roles', ROLE), 'utf8').catch(() => '');
  const where = new URLSearchParams({ host: socketDir, port });
  return `postgres://${ROLE}:${encodeURIComponent(password.trim())}@localhost/${encodeURIComponent(name)}?${where.toString()}`;
}
