import { sql } from 'kysely';
import type { KdfBlock } from '@varco/contract/vault.ts';
import type { Db, Tx } from '../../db.ts';

/** The account of a typed name: username first, else e-mail, ignoring case. */
export const findAccount = (db: Db, name: string) =>
  db
    .selectFrom('portal_user')
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', name.toLowerCase()),
        where(sql`lower(email)`, '=', name.toLowerCase()),
      ]),
    )
    .selectAll()
    .orderBy(sql`lower(username) = ${name.toLowerCase()} desc`)
    .executeTakeFirst();
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * How the account of a typed name derives its proof; `otherwise` where there is none. Either way one row of the same
 * size comes back, so that the time tells nothing of the name (reading the whole account took a sixth longer).
 */
export async function findLoginKdf(db: Db, name: string, otherwise: KdfBlock): Promise<KdfBlock> {
  const typed = name.toLowerCase();
  const account = sql`select kdf from portal_user where lower(username) = ${typed} or lower(email) = ${typed}
    order by lower(username) = ${typed} desc limit 1`;
  const { rows } = await sql<{
    readonly kdf: KdfBlock;
  }>`select coalesce((${account}), ${JSON.stringify(otherwise)}::jsonb) as kdf`.execute(db);
  return rows[0]?.kdf ?? otherwise;
}

export async function isKnownDevice(db: Db, userId: number, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberDevice(tx: Tx, userId: number, deviceId: string, now: string): Promise<void> {
  await tx
    .insertInto('known_device')
    .values({ user_id: userId, device_id: deviceId, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet({ last_seen_at: now }))
    .execute();
}

export async function recordLogin(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable('portal_user')
    .set({ last_login_at: now, last_refresh_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Uses up a time step of the passcode; false when this or a later step was used before. */
export async function consumeTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('portal_user')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where(sql<boolean>`totp_last_step < ${step}`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const findRecoveryCode = (db: Db, userId: number, slot: number) =>
  db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .select('code_hash')
    .executeTakeFirst();

/** Uses up a recovery code; false when it was used before. */
export async function consumeRecoveryCode(db: Db, userId: number, slot: number, now: string): Promise<boolean> {
  const result = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
