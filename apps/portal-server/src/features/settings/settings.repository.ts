import { sql } from 'kysely';
import type { Db, Tx } from '../../db.ts';

/** A setting that somebody has set. */
export interface StoredSetting {
  readonly value: unknown;
  readonly sealed: Buffer | null;
  readonly ver: number;
  readonly changed_at: string;
  readonly changed_by: string;
}

/** Version of a setting that nobody has set. */
export const FIRST_VERSION = 1;

/** The settings that were set, by name. */
export async function readStoredSettings(db: Db | Tx): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await db
    .selectFrom('portal_setting')
    .select(['name', 'value', 'sealed', 'ver', 'changed_at', 'changed_by'])
    .execute();
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}

/** Name and address of a person, for a message to themselves. */
export async function findOwnAddress(
  db: Db,
  userId: number,
): Promise<{ readonly name: string; readonly address: string }> {
  const { full_name, username, email } = await db
    .selectFrom('portal_user')
    .where('id', '=', userId)
    .select(['full_name', 'username', 'email'])
    .executeTakeFirstOrThrow();
  return { name: full_name === '' ? username : full_name, address: email };
}

export interface SettingWrite {
  readonly name: string;
  readonly value: unknown;
  readonly sealed: Buffer | null;
  /** Version that the form read. */
  readonly ver: number;
  readonly at: string;
  readonly by: string;
}

/** Stores a setting and counts its version up; false: somebody else changed it since it was read. */
export async function writeSetting(tx: Tx, write: SettingWrite): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('portal_setting')
    .set({
      value: JSON.stringify(write.value),
      sealed: write.sealed,
      ver: sql<number>`ver + 1`,
      changed_at: write.at,
      changed_by: write.by,
    })
    .where('name', '=', write.name)
    .where('ver', '=', write.ver)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  if (write.ver !== FIRST_VERSION) return false;
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('portal_setting')
    .values({
      name: write.name,
      value: JSON.stringify(write.value),
      sealed: write.sealed,
      ver: FIRST_VERSION + 1,
      changed_at: write.at,
      changed_by: write.by,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return (inserted ?? 0n) > 0n;
}
