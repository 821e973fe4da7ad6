import { spawnSync } from 'node:child_process';

/**
 * Asks the system to forget the contents of a folder's files, and of no others: GNU dd tells it that they are not
 * needed (posix_fadvise), which any user may do for files they can read. True when it worked; only Linux knows how.
 */
export function dropFromPageCache(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  spawnSync('sync');
  const { status } = spawnSync(
    'find',
    [folder, '-type', 'f', '-size', '+0', '-exec', 'dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none', ';'],
    { stdio: 'ignore' },
  );
  return status === 0;
}
