import { sql } from 'kysely';
import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  type KeyRing,
  toPublicJwk,
} from '@varco/server-kit/auth/signing-key.ts';
import type { Db } from '../db.ts';
import type { ServerKey } from './server-key.ts';

const buildKeyContext = (kid: string): string => `signing-key/${kid}`;
/** Advisory lock (any constant): two processes of one portal that start at once must not both create the first key. */
const FIRST_KEY_LOCK = 8_212_101;

/**
 * Keys of the access tokens: the newest signs, the previous one still verifies during a rotation. Creates the first
 * key in a new database.
 */
export function loadKeyRing(db: Db, key: ServerKey): Promise<KeyRing> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_KEY_LOCK})`.execute(tx);
    const rows = await tx
      .selectFrom('signing_key')
      .where('retired_at', 'is', null)
      .select(['kid', 'private_sealed'])
      .orderBy('created_at', 'desc')
      .limit(2)
      .execute();
    const [newest, before] = rows.map((row) =>
      importSigningKey(key.open(buildKeyContext(row.kid), row.private_sealed)),
    );
    if (newest !== undefined) return { current: newest, previous: before ?? null };
    const made = generateSigningKey();
    const privateSealed = key.seal(buildKeyContext(made.kid), exportSigningKey(made));
    const publicJwk = JSON.stringify(toPublicJwk(made.publicKey));
    await tx
      .insertInto('signing_key')
      .values({ kid: made.kid, public_jwk: publicJwk, private_sealed: privateSealed })
      .execute();
    return { current: made, previous: null };
  });
}
