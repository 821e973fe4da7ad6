import { readFile } from 'node:fs/promises';
import type { UserIds } from './run-program.ts';

/** User of the servers that the package makes. */
const SERVICE_USER = 'varco';

/**
 * The user that runs the servers of an installation, when this command runs as root; null: the servers run as whoever
 * starts them, as in a working folder.
 */
export async function findServiceUser(): Promise<UserIds | null> {
  if (process.getuid?.() !== 0) return null;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields =
    users
      .split('\n')
      .find((line) => line.startsWith(`${SERVICE_USER}:`))
      ?.split(':') ?? [];
  const [uid, gid] = [Number(fields[2]), Number(fields[3])];
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : null;
}
