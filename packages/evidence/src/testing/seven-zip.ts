import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7za } from '7zip-bin';

const run = promisify(execFile);

/** What 7-Zip itself says of an archive: `t` (test) with a password. Throws when it does not accept it. */
export async function sevenZipSays(archive: string, password: string): Promise<string> {
  // The package brings the program without the right to run it.
  const folder = await mkdtemp(join(tmpdir(), 'varco-7zip-'));
  const program = join(folder, '7za');
  try {
    await copyFile(path7za, program);
    await chmod(program, 0o700);
    return (await run(program, ['t', `-p${password}`, archive])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
