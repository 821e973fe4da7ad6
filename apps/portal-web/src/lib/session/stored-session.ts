import type { Bytes } from '@varco/vault/bytes.ts';
import { idbDelete, idbGet } from '../storage/idb.ts';

/** Where the record of the present session lies. */
export const RECORD_PLACE = 'current';
/** What a tab holds that may restore a session nobody asked to remember. */
export const MARK_PLACE = 'varco.session.mark';

export interface RestoreRecord {
  /** HKDF key, not extractable. Its bytes do lie in the browser's profile: alone they open nothing. */
  readonly key: CryptoKey;
  readonly sid: string;
  /** Null: kept until sign-out ("remember me"); else only the tab that holds this mark may restore. */
  readonly mark: string | null;
  readonly iv: Bytes;
  readonly ct: Bytes;
}

/** Session id of a record this tab may restore, or null. A record of another tab's session without "remember me" is deleted. */
export async function restorableSession(): Promise<string | null> {
  const record = await readRecord();
  if (record === null) return null;
  if (record.mark !== null && record.mark !== sessionStorage.getItem(MARK_PLACE)) {
    await clearRestoreRecord();
    return null;
  }
  return record.sid;
}

export async function clearRestoreRecord(): Promise<void> {
  sessionStorage.removeItem(MARK_PLACE);
  await idbDelete('session', RECORD_PLACE);
}

/** The sealed record of this browser; null: none, or what lies there is none. */
export async function readRecord(): Promise<RestoreRecord | null> {
  const found: unknown = await idbGet('session', RECORD_PLACE);
  if (found === undefined) return null;
  if (isRecord(found)) return found;
  await clearRestoreRecord();
  return null;
}

function isRecord(value: unknown): value is RestoreRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { key, sid, mark, iv, ct }: Record<string, unknown> = { ...value };
  const isMark = mark === null || typeof mark === 'string';
  return (
    key instanceof CryptoKey &&
    typeof sid === 'string' &&
    isMark &&
    iv instanceof Uint8Array &&
    ct instanceof Uint8Array
  );
}
