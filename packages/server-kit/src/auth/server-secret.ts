import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../process/start-or-explain.ts';

const MIN_SECRET_BYTES = 32;

/**
 * Secret of a server, stored in its data folder as `<dataDir>/server.secret`: created at the first start, readable by
 * its user only. Losing it ends sessions and sealed second factors. It is not in the database, so that a copy of the
 * database alone reveals nothing. Throws `StartError` with a readable message when the file is too short.
 */
export async function readServerSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'server.secret');
  const known = await readFile(path, 'utf8').catch(() => null);
  const text = known ?? (await createSecret(dataDir, path));
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.length < MIN_SECRET_BYTES)
    throw new StartError('The file server.secret in the data folder is damaged: restore it from a backup.');
  return secret;
}

/** Two processes may start at once: the complete file is linked under its name, and the first one wins. */
async function createSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(MIN_SECRET_BYTES).toString('base64url')}\n`, { mode: 0o400, flag: 'wx' });
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await unlink(draft);
  await chmod(path, 0o400);
  return readFile(path, 'utf8');
}
