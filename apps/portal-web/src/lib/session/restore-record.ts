import { seal, unseal } from '@varco/vault/aead.ts';
import { fromBase64Url, fromUtf8, randomBytes, toBase64Url, utf8, wipe } from '@varco/vault/bytes.ts';
import { idbPut } from '../storage/idb.ts';
import { MARK_KEY, readRecord, RECORD_KEY, type RestoreRecord } from './stored-session.ts';

/** Sealed content of a restore record (SESS-01). `hash` is the vault's data key, derived from the password (readings A-11). */
export interface StoredSession {
  readonly id: number;
  readonly token: string;
  readonly expires: number;
  readonly hash: string;
  readonly frontend_url: string;
}

const buildHkdfInfo = (sid: string): string => `varco/restore/v1/${sid}`;

/**
 * Seals a session for this browser (security 5): restore key = HKDF(non-extractable key, salt = the server's share of
 * this session).
 * @param share base64url, 32 bytes, from login or refresh
 */
export async function writeRestoreRecord(options: {
  readonly session: StoredSession;
  readonly sid: string;
  readonly share: string;
  readonly isRemembered: boolean;
}): Promise<void> {
  const { session, sid, share, isRemembered } = options;
  const raw = randomBytes(32);
  const key = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey']);
  wipe(raw);
  const sealKey = await deriveRestoreKey(key, share, sid);
  if (sealKey === null) return;
  const { id, token, expires, hash, frontend_url } = session;
  const plain = utf8(JSON.stringify({ id, token, expires, hash, frontend_url }));
  const { iv, ct } = await seal(sealKey, plain, buildHkdfInfo(sid));
  wipe(plain);
  const mark = isRemembered ? null : toBase64Url(randomBytes(16));
  if (mark === null) sessionStorage.removeItem(MARK_KEY);
  else sessionStorage.setItem(MARK_KEY, mark);
  await idbPut('session', RECORD_KEY, { key, sid, mark, iv, ct } satisfies RestoreRecord);
}

/** Opens the record with the share the server returned for this session; null: another session's record, or altered. */
export async function openRestoreRecord(sid: string, share: string): Promise<StoredSession | null> {
  const record = await readRecord();
  if (record === null || record.sid !== sid) return null;
  const key = await deriveRestoreKey(record.key, share, sid);
  const plain = key === null ? null : await unseal(key, record, buildHkdfInfo(sid));
  const text = plain === null ? null : fromUtf8(plain);
  return text === null ? null : parseStoredSession(JSON.parse(text));
}

/** Replaces the data key in the record of this session after a password change. Does nothing when the record cannot be opened. */
export async function replaceStoredHash(sid: string, share: string, hash: string): Promise<void> {
  const record = await readRecord();
  const session = await openRestoreRecord(sid, share);
  const key = record === null || session === null ? null : await deriveRestoreKey(record.key, share, sid);
  if (record === null || session === null || key === null) return;
  const { iv, ct } = await seal(key, utf8(JSON.stringify({ ...session, hash })), buildHkdfInfo(sid));
  await idbPut('session', RECORD_KEY, { ...record, iv, ct } satisfies RestoreRecord);
}

async function deriveRestoreKey(key: CryptoKey, share: string, sid: string): Promise<CryptoKey | null> {
  const salt = fromBase64Url(share);
  if (salt?.length !== 32) return null;
  const params = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(buildHkdfInfo(sid)) };
  return crypto.subtle.deriveKey(params, key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function parseStoredSession(value: unknown): StoredSession | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, token, expires, hash, frontend_url }: Record<string, unknown> = { ...value };
  if (typeof id !== 'number' || typeof token !== 'string' || typeof expires !== 'number') return null;
  if (typeof hash !== 'string' || typeof frontend_url !== 'string') return null;
  return { id, token, expires, hash, frontend_url };
}
