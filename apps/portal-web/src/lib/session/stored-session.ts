import type { Bytes } from '@varco/vault/bytes.ts';
import { idbDelete, idbGet } from '../storage/idb.ts';

/** Database key of the current session's record. */
export const RECORD_KEY = 'current';
/** Session storage key of the tab mark, which permits restoring a session without "remember me". */
export const MARK_KEY = 'varco.session.mark';

export interface RestoreRecord {
  /** HKDF key, not extractable. Its bytes are in the browser's profile, but open nothing on their own. */
  readonly key: CryptoKey;
  readonly sid: string;
  /** Null: retained until sign-out ("remember me"); otherwise only the tab with this mark may restore the session. */
  readonly mark: string | null;
  readonly iv: Bytes;
  readonly ct: Bytes;
}

/**
 * Session id of this browser's record, or null when this tab may not restore it. Without "remember me" only the tab that
 * signed in may; if another tab looks, the record is deleted.
 */
export async function findRestorableSession(): Promise<string | null> {
  const record = await readRecord();
  if (record === null) return null;
  if (record.mark !== null && record.mark !== sessionStorage.getItem(MARK_KEY)) {
    await clearRestoreRecord();
    return null;
  }
  return record.sid;
}

export async function clearRestoreRecord(): Promise<void> {
  sessionStorage.removeItem(MARK_KEY);
  await idbDelete('session', RECORD_KEY);
}

/** Reads the sealed record of this browser; null when there is none or it is invalid. */
export async function readRecord(): Promise<RestoreRecord | null> {
  const found: unknown = await idbGet('session', RECORD_KEY);
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
