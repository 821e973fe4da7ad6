import fs from 'node:fs';
import path from 'node:path';

/**
 * Process id of a server of the demo, by the port it serves: among the children of the demo, the one told that port.
 * @throws when there is none now
 */
export function serverPid(demoPid: number, port: string): number {
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const status = fs.readFileSync(path.join('/proc', entry, 'status'), 'utf8');
      if (!new RegExp(`^PPid:\\s+${demoPid}$`, 'm').test(status)) continue;
      const environment = fs.readFileSync(path.join('/proc', entry, 'environ'), 'utf8').split('\0');
      if (environment.includes(`VARCO_PORT=${port}`)) return Number(entry);
    } catch {
      // Gone while we looked.
    }
  }
  throw new Error(`No server of the demo on port ${port}.`);
}

/** Process id of the demo's PostgreSQL. */
export const postgresPid = (dataDir: string): number =>
  Number(fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
