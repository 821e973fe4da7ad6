import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { buildAuditOrigin } from '@varco/domain/audit/audit-hash.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import { listSigningKeys, loadTlogKeys, type TlogKeys } from '@varco/server-kit/tlog/tlog-keys.ts';
import { DatabaseError, type Pool } from 'pg';
import { createServerKey } from '../../auth/server-key.ts';
import { poolRunner } from '../../database/pg-runner.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { AUTHOR, makePublicPage } from './make-public-page.ts';
import { readLogEpoch } from './public-figures.repository.ts';

const FIRST_YEAR = 2020;

export interface PublicPageEnvironment {
  readonly url: string;
  readonly dataDir: string;
  /** Empty: this year. */
  readonly year: string;
  readonly language: string;
}

/** Makes the files without the server. Throws `StartError` in words for the person at the terminal. */
export async function makePublicPageFromEnvironment({
  url,
  dataDir,
  year,
  language,
}: PublicPageEnvironment): Promise<ReadonlyMap<string, Buffer>> {
  const now = new Date();
  const thisYear = Number(toRomeDay(now.getTime()).slice(0, 4));
  const wanted = year === '' ? thisYear : Number(year);
  if (!Number.isInteger(wanted) || wanted < FIRST_YEAR || wanted > thisYear)
    throw new StartError(`The year must be from ${FIRST_YEAR} to ${thisYear}.`);
  const pool = createPool({ url, applicationName: AUTHOR, max: 4, onError: () => {} });
  try {
    const runner = poolRunner(pool);
    const settings = await readPlantSettings(runner);
    const identity = { host: new URL(settings.public_url).host, log: settings.uuid };
    const keys = await openLogKeys(pool, dataDir);
    const audit = await openAuditWriter({ pool, identity, onFailure: () => {} });
    try {
      return await makePublicPage(runner, audit, {
        ...{ year: wanted, language: language === 'en' ? 'en' : 'it', now },
        origin: buildAuditOrigin(identity.host, identity.log, await readLogEpoch(runner)),
        keys: listSigningKeys(keys.log),
      });
    } finally {
      await audit.close();
    }
  } finally {
    await pool.end();
  }
}

/** The keys of the log, opened with the secret in the data folder. A folder without one is not that of a plant. */
async function openLogKeys(pool: Pool, dataDir: string): Promise<TlogKeys> {
  await access(join(dataDir, 'server.secret')).catch(() => {
    throw new StartError('The data folder has no server.secret that can be read here.');
  });
  const key = createServerKey(await readServerSecret(dataDir));
  return loadTlogKeys(pool, key).catch((error: unknown) => {
    if (error instanceof DatabaseError) throw error;
    throw new StartError('The secret of this data folder does not open the keys of the log: it is of another plant.');
  });
}
