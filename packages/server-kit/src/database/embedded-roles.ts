import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NOBODY, runSingleUser, type RunAs } from './embedded-cluster.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';

/**
 * `admin` is the superuser of this cluster, `owner` runs migrations and owns the tables, `app` is the role of the
 * server, `backup` begins and ends backups and may read no table (ADR 0046).
 */
export type DatabaseRole = 'admin' | 'owner' | 'app' | 'backup';

const ROLE_NAMES: Record<DatabaseRole, string> = {
  ...{ admin: 'postgres', owner: 'varco_owner', app: 'varco_app', backup: 'varco_backup' },
};
/** Name of a role in the database. */
export const getRoleName = (role: DatabaseRole): string => ROLE_NAMES[role];

const ROLES: readonly DatabaseRole[] = ['admin', 'owner', 'app', 'backup'];
const PASSWORD_BYTES = 32;

/** Every role gives its password, on the socket and on TCP; replication has no line, so nobody may replicate. */
const ACCESS_RULES = `# Written by Varco (ADR 0029); a changed file is written again by the next migration.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
`;

/** Folder of the passwords: beside the cluster, so that no program of the database can read them as its own files. */
const getRolesFolder = (dataDir: string): string => `${dataDir}.roles`;
const getPasswordFile = (dataDir: string, role: DatabaseRole): string =>
  join(getRolesFolder(dataDir), ROLE_NAMES[role]);

/**
 * Connection address of one role over the socket. Reads the password of that role only: a serving process never opens
 * the file of another. Throws `EmbeddedPostgresError` when the file is missing.
 */
export function buildRoleUrl(dataDir: string, socketDir: string, database: string, role: DatabaseRole): string {
  const password = encodeURIComponent(readPassword(dataDir, role));
  const host = encodeURIComponent(socketDir);
  return `postgres://${ROLE_NAMES[role]}:${password}@localhost/${encodeURIComponent(database)}?host=${host}`;
}

function readPassword(dataDir: string, role: DatabaseRole): string {
  const file = getPasswordFile(dataDir, role);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new EmbeddedPostgresError('not-permitted', `The password of the database cannot be read: ${file}.`, {
      cause,
    });
  }
}

/** True when a cluster exists, asks every role for its password, and the server's own password is at hand. */
export const isServable = async (dataDir: string): Promise<boolean> =>
  (await hasPassword(dataDir, 'app')) && (await hasAccessRules(dataDir));

/** True when the file with the password of a role exists; it is not opened. */
export const hasPassword = (dataDir: string, role: DatabaseRole): Promise<boolean> =>
  access(getPasswordFile(dataDir, role)).then(
    () => true,
    () => false,
  );

/** True when the cluster asks every role for its password and all passwords are at hand. */
export async function isSecured(dataDir: string): Promise<boolean> {
  if (!(await hasAccessRules(dataDir))) return false;
  const found = await Promise.all(
    ROLES.map((role) => readFile(getPasswordFile(dataDir, role), 'utf8').catch(() => '')),
  );
  return found.every((text) => text.trim() !== '');
}

const hasAccessRules = async (dataDir: string): Promise<boolean> =>
  (await readFile(join(dataDir, 'pg_hba.conf'), 'utf8').catch(() => '')) === ACCESS_RULES;

/**
 * Creates the roles, sets their passwords and closes the cluster to everybody who gives none. The cluster must not run:
 * it is opened by PostgreSQL's single-user mode, which needs no password. Clusters of earlier versions are upgraded the
 * same way. Returns null, or the output of PostgreSQL when it refused.
 */
export async function secureCluster(
  dataDir: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
): Promise<string | null> {
  const passwords = await ensurePasswords(dataDir, runAs);
  const output = await runSingleUser(dataDir, runAs, binaries, buildRoleStatements(passwords));
  if (output !== null) return output;
  // The file exists already and keeps its owner, the user that runs PostgreSQL. Written last: a crash before this line
  // leaves a cluster that the next migration still takes for open.
  await writeFile(join(dataDir, 'pg_hba.conf'), ACCESS_RULES);
  return null;
}

async function ensurePasswords(dataDir: string, runAs: RunAs | null): Promise<Record<DatabaseRole, string>> {
  const folder = getRolesFolder(dataDir);
  // A cluster of a normal user that root starts stays theirs.
  const owner = runAs === null || runAs.uid === NOBODY.uid ? null : runAs;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  const passwords: Record<DatabaseRole, string> = { admin: '', owner: '', app: '', backup: '' };
  for (const role of ROLES) {
    const file = getPasswordFile(dataDir, role);
    const known = (await readFile(file, 'utf8').catch(() => '')).trim();
    passwords[role] = known === '' ? randomBytes(PASSWORD_BYTES).toString('base64url') : known;
    if (known !== '') continue;
    const draft = `${file}.new`;
    await writeFile(draft, `${passwords[role]}\n`, { mode: 0o600 });
    if (owner !== null) await chown(draft, owner.uid, owner.gid);
    await rename(draft, file);
  }
  return passwords;
}

/** One statement a line: that is how single-user mode reads. Passwords are base64url, so they need no quoting. */
function buildRoleStatements(passwords: Record<DatabaseRole, string>): readonly string[] {
  const create = [ROLE_NAMES.owner, ROLE_NAMES.app, ROLE_NAMES.backup].map(
    (name) =>
      `do $$ begin if not exists (select from pg_roles where rolname = '${name}') then create role ${name}; end if; end $$`,
  );
  const plain = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  return [
    "set password_encryption = 'scram-sha-256'",
    ...create,
    `alter role ${ROLE_NAMES.admin} password '${passwords.admin}'`,
    `alter role ${ROLE_NAMES.owner} ${plain} password '${passwords.owner}'`,
    `alter role ${ROLE_NAMES.app} ${plain} password '${passwords.app}'`,
    `alter role ${ROLE_NAMES.backup} ${plain} password '${passwords.backup}'`,
    // In the database `postgres`, to which this mode connects: they act on the whole cluster.
    `grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_switch_wal() to ${ROLE_NAMES.backup}`,
  ];
}
