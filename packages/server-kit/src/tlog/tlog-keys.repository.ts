import type { Pool } from 'pg';
import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  type KeyRing,
  type SigningKey,
} from '../auth/signing-key.ts';

/** What a key is for. One key is never used for both: a signature of the log must not pass for one of a witness. */
type TlogPurpose = 'log' | 'witness';

/** Seals private keys with the secret of the server, which is not in the database. */
export interface KeySealer {
  seal(context: string, plain: Uint8Array): Buffer;
  open(context: string, sealed: Uint8Array): Buffer;
}

/** Keys by which this server signs its log and cosigns the logs of others. */
export interface TlogKeys {
  readonly log: KeyRing;
  readonly witness: KeyRing;
}

/** The keys of a ring that sign: both during a rotation, so that a reader who knows one of them can verify. */
export const listSigningKeys = ({ current, previous }: KeyRing): readonly SigningKey[] =>
  previous === null ? [current] : [current, previous];

const buildSealContext = (purpose: TlogPurpose, kid: string): string => `tlog-key/${purpose}/${kid}`;

/**
 * Loads the keys of log and witness, and creates them in a new database; processes that start at the same time end up
 * with the same ones. Throws when a key was sealed with another secret.
 */
export async function loadTlogKeys(pool: Pool, sealer: KeySealer): Promise<TlogKeys> {
  return { log: await loadRing(pool, sealer, 'log'), witness: await loadRing(pool, sealer, 'witness') };
}

async function loadRing(pool: Pool, sealer: KeySealer, purpose: TlogPurpose): Promise<KeyRing> {
  const found = await readRing(pool, sealer, purpose);
  if (found !== null) return found;
  const created = generateSigningKey();
  await pool.query(
    `insert into tlog_key (purpose, kid, private_sealed)
     select $1, $2, $3 where not exists (select 1 from tlog_key where purpose = $1 and retired_at is null)`,
    [purpose, created.kid, sealer.seal(buildSealContext(purpose, created.kid), exportSigningKey(created))],
  );
  const stored = await readRing(pool, sealer, purpose);
  if (stored === null) throw new Error('the log has no key');
  return stored;
}

async function readRing(pool: Pool, sealer: KeySealer, purpose: TlogPurpose): Promise<KeyRing | null> {
  const { rows } = await pool.query<{ kid: string; private_sealed: Buffer }>(
    `select kid, private_sealed from tlog_key where purpose = $1 and retired_at is null
      order by created_at desc, kid limit 2`,
    [purpose],
  );
  const [current, previous] = rows.map(({ kid, private_sealed: sealed }) =>
    importSigningKey(sealer.open(buildSealContext(purpose, kid), sealed)),
  );
  return current === undefined ? null : { current, previous: previous ?? null };
}
