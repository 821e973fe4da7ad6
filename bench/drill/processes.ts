import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Process id and folder of the socket of the PostgreSQL that runs on a cluster. Null: none has its lock. */
export async function readPostgresLock(cluster: string): Promise<{ pid: number; socketDir: string } | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[4] ?? '' } : null;
}

/** Processes started by `parent`, with the title they give themselves. */
export async function listChildren(
  parent: number,
): Promise<readonly { readonly pid: number; readonly title: string }[]> {
  const children: { pid: number; title: string }[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '');
    if (!new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status)) continue;
    children.push({ pid: Number(entry), title: await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '') });
  }
  return children;
}

/** Processes of a PostgreSQL that serve a connection. */
export async function listBackends(postmaster: number): Promise<readonly number[]> {
  const children = await listChildren(postmaster);
  return children.filter(({ title }) => title.startsWith('postgres: varco_app ')).map(({ pid }) => pid);
}

/** Sends a signal; a process that has ended meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
