import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../../../.cache/debian');

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
  const download = ['download', '-q', 'restic'];
  // A fresh machine has no lists of packages yet.
  if (spawnSync('apt-get', download, { cwd: work }).status !== 0) {
    runOrThrow('apt-get', ['update', '-q'], work);
    runOrThrow('apt-get', download, work);
  }
  runOrThrow('dpkg-deb', ['-x', readdirSync(work).find((name) => name.endsWith('.deb')) ?? '', 'tree'], work);
  const target = dirname(dirname(kept));
  rmSync(target, { recursive: true, force: true });
  renameSync(join(work, 'tree'), target);
  rmSync(work, { recursive: true, force: true });
  return kept;
}
