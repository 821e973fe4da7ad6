import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';

interface DemoServer {
  readonly pid: number;
  readonly environment: readonly string[];
}

/** A server of the demo, identified among the demo's child processes by its port. Null when it is not running. */
function findServer(demoPid: number, port: string): DemoServer | null {
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const status = fs.readFileSync(path.join('/proc', entry, 'status'), 'utf8');
      if (!new RegExp(`^PPid:\\s+${demoPid}$`, 'm').test(status)) continue;
      const environment = fs.readFileSync(path.join('/proc', entry, 'environ'), 'utf8').split('\0');
      if (environment.includes(`VARCO_PORT=${port}`)) return { pid: Number(entry), environment };
    } catch {
      // The process ended in the meantime.
    }
  }
  return null;
}

function getServer(demoPid: number, port: string): DemoServer {
  const found = findServer(demoPid, port);
  if (found === null) throw new Error(`No server of the demo on port ${port}.`);
  return found;
}

/** Process id of a server of the demo. @throws when it is not running */
export const getServerPid = (demoPid: number, port: string): number => getServer(demoPid, port).pid;

/** Kills a server of the demo (SIGKILL); resolves when its successor responds at the same address. */
export async function restartServer(demoPid: number, url: string): Promise<void> {
  const { port } = new URL(url);
  const before = getServerPid(demoPid, port);
  process.kill(before, 'SIGKILL');
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${url}/ready`).catch(() => null);
        return answer?.status === 200 && getServerPid(demoPid, port) !== before;
      },
      { timeout: 40_000 },
    )
    .toBe(true);
}

/**
 * Database address of a server, with the role it serves with: it knows no other. @throws when the server is not running
 */
export function getDatabaseUrl(demoPid: number, port: string): string {
  const name = 'VARCO_DATABASE_URL=';
  return (
    getServer(demoPid, port)
      .environment.find((line) => line.startsWith(name))
      ?.slice(name.length) ?? ''
  );
}

/** Process id of the demo's PostgreSQL. */
export const readPostgresPid = (dataDir: string): number =>
  Number(fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
