import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../../../.cache/debian');
/** A fresh machine has no lists of packages yet. */
const DOWNLOAD = 'apt-get download -q restic || { apt-get update -q && apt-get download -q restic; }';

function runOrThrow(program: string, args: readonly string[], folder: string): void {
  const { error, status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (error !== undefined || status !== 0)
    throw new Error(`restic is not here, and ${program} could not bring it: ${error?.message ?? stderr}`);
}

/**
 * Folder with the program restic: that of this machine, else the one of Debian's package, which is unpacked and not
 * installed. Throws when neither can be had: a test of backups without it would prove nothing.
 */
export function findResticFolder(): string {
  const found = (process.env['PATH'] ?? '').split(':').find((folder) => existsSync(join(folder, 'restic')));
  const kept = join(CACHE, 'restic/usr/bin');
  if (found !== undefined) return found;
  if (existsSync(join(kept, 'restic'))) return kept;
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'new-'));
  // Test files run beside each other, and apt refuses to work twice at once.
  runOrThrow('flock', [join(CACHE, 'lock'), 'sh', '-c', DOWNLOAD], work);
  runOrThrow('dpkg-deb', ['-x', readdirSync(work).find((name) => name.endsWith('.deb')) ?? '', 'tree'], work);
  // The first one to come stays: another test may already run the program.
  if (!existsSync(join(kept, 'restic'))) renameSync(join(work, 'tree'), dirname(dirname(kept)));
  rmSync(work, { recursive: true, force: true });
  return kept;
}
