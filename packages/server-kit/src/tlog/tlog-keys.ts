import type { Pool } from 'pg';
import type { KeyRing, SigningKey } from '../auth/signing-key.ts';
import { type KeySealer, type LiveKeyRing, loadKeyRing, openKeyRing } from '../keys/key-store.repository.ts';
import { TLOG_KEYS } from '../keys/key-table.ts';

/**
 * Keys by which this server signs its log and cosigns the logs of others. One key is never used for both: a signature of the
 * log must not pass for one of a witness.
 */
export interface TlogKeys {
  readonly log: KeyRing;
  readonly witness: KeyRing;
}

/** The keys of a ring that sign: both during a rotation, so that a reader who knows one of them can verify. */
export const listSigningKeys = ({ current, previous }: KeyRing): readonly SigningKey[] =>
  previous === null ? [current] : [current, previous];

/** Loads the keys of log and witness, and creates them in a new database. Throws as `loadKeyRing` does. */
export async function loadTlogKeys(pool: Pool, sealer: KeySealer): Promise<TlogKeys> {
  return {
    log: await loadKeyRing(pool, sealer, TLOG_KEYS.log),
    witness: await loadKeyRing(pool, sealer, TLOG_KEYS.witness),
  };
}

/** The keys of log and witness that follow the database, created in a new one. */
export interface LiveTlogKeys extends TlogKeys {
  readonly log: LiveKeyRing;
  readonly witness: LiveKeyRing;
}

/** Opens the keys of log and witness. Throws as `loadKeyRing` does. */
export async function openTlogKeys(pool: Pool, sealer: KeySealer): Promise<LiveTlogKeys> {
  return {
    log: await openKeyRing(pool, sealer, TLOG_KEYS.log),
    witness: await openKeyRing(pool, sealer, TLOG_KEYS.witness),
  };
}
