import { JOINING_CODE_HOURS, MAX_JOINING_CODE_HOURS } from '@varco/domain/joining/joining-code.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import type { Pool } from 'pg';
import { buildSystemOrigin } from '../../context/system-origin.ts';
import { inTransaction, poolRunner } from '../../database/pg-runner.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readPlantPublicKey } from './joining-codes.repository.ts';
import { makeJoiningCode } from './make-code.ts';

/** Who made a code that nobody made in a page. */
const AUTHOR = 'varco plant joining-code';

/** What the program prints. */
export interface MadeCodeReport {
  readonly code: string;
  /** ISO instant. */
  readonly expires: string;
  /** Of the plant. */
  readonly fingerprint: string;
}

/**
 * Makes a joining code without the server, recorded in the consultation log. `hours` empty: the usual time. Throws
 * `StartError` in words for the person at the terminal.
 */
export async function makeCodeFromEnvironment(url: string, hours: string, portal: string): Promise<MadeCodeReport> {
  if (url === '') throw new StartError('VARCO_DATABASE_URL is missing');
  const length = hours === '' ? JOINING_CODE_HOURS : Number(hours);
  if (!Number.isInteger(length) || length < 1 || length > MAX_JOINING_CODE_HOURS)
    throw new StartError(`The hours must be a whole number from 1 to ${MAX_JOINING_CODE_HOURS}.`);
  const pool = createPool({ url, applicationName: AUTHOR, max: 2, onError: () => {} });
  try {
    return await makeRecordedCode(pool, length, portal === '' ? null : portal);
  } catch (error) {
    throw error instanceof AppError ? new StartError(describeRefusal(error)) : error;
  } finally {
    await pool.end();
  }
}

async function makeRecordedCode(pool: Pool, hours: number, portal: string | null): Promise<MadeCodeReport> {
  const settings = await readPlantSettings(poolRunner(pool));
  const x = await readPlantPublicKey(poolRunner(pool));
  if (x === null) throw new StartError('The plant has no key yet: start it once.');
  const plantKey = Buffer.from(x, 'base64url');
  const audit = await openAuditWriter({
    pool,
    identity: { host: new URL(settings.public_url).host, log: settings.uuid },
    onFailure: () => {},
  });
  try {
    const at = new Date().toISOString();
    const { text, row } = await inTransaction(pool, async (runner) => {
      const made = await makeJoiningCode(runner, { plantKey, hours, portal, at, by: AUTHOR });
      await audit.record({
        ...buildSystemOrigin(AUTHOR),
        ...{ action: 'joining.create-code', outcome: 'ok', count: 1, bytes: null, reason: null },
        detail: { code: made.row.id, expires: made.row.expires_at, portal: made.row.portal_origin },
      });
      return made;
    });
    return { code: text, expires: row.expires_at, fingerprint: describeKey(plantKey) };
  } finally {
    await audit.close();
  }
}

function describeRefusal({ code, field }: AppError): string {
  if (code === 'conflict') return 'There are too many open codes: revoke some in Plants > Portals.';
  return field === 'public_url'
    ? 'The address of the plant in its settings is not https://host[:port].'
    : 'The address of the portal must be https://host[:port].';
}
