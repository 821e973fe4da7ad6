import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7za } from '7zip-bin';

const runFile = promisify(execFile);

/** Output of 7-Zip's test command (`t`) for an archive and a password. Throws when 7-Zip rejects it. */
export async function testWithSevenZip(archive: string, password: string): Promise<string> {
  // The npm package contains the program without execute permission.
  const folder = await mkdtemp(join(tmpdir(), 'varco-7zip-'));
  const program = join(folder, '7za');
  try {
    await copyFile(path7za, program);
    await chmod(program, 0o700);
    return (await runFile(program, ['t', `-p${password}`, archive])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
