import { seal, unseal } from '@varco/vault/aead.ts';
import { fromUtf8, utf8 } from '@varco/vault/bytes.ts';
import { nowMs } from '../clock.ts';
import { idbChange, idbDelete, idbGet, idbPut } from './idb.ts';

/** Lifetime of filters, alert settings and list state (P 9). */
export const STORE_LIFETIME_MS = 24 * 60 * 60 * 1000;

interface KeyRecord {
  readonly key: CryptoKey;
  readonly exp: number;
}

interface SealedRecord {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ct: Uint8Array<ArrayBuffer>;
  readonly exp: number;
}

/** Additional authenticated data. It includes the expiry, so that a record's lifetime cannot be extended (security 5). */
const buildAad = (userUuid: string, name: string, exp: number): string => `varco/local/v1/${userUuid}/${name}/${exp}`;
const buildRecordName = (userUuid: string, name: string): string => `${userUuid}/${name}`;

/** Seals a value with this user's local key for 24 hours. */
export async function storeSealed(userUuid: string, name: string, value: unknown): Promise<void> {
  const exp = nowMs() + STORE_LIFETIME_MS;
  const key = await getOrStoreKey(userUuid, (await findLocalKey(userUuid)) ?? (await createLocalKey()), exp);
  const { iv, ct } = await seal(key, utf8(JSON.stringify(value)), buildAad(userUuid, name, exp));
  await idbPut('sealed', buildRecordName(userUuid, name), { iv, ct, exp } satisfies SealedRecord);
}

/** Reads a value. Null when there is none, or it is older than 24 hours, another user's, or altered; such a record is deleted. */
export async function readSealed(userUuid: string, name: string): Promise<unknown> {
  const record: unknown = await idbGet('sealed', buildRecordName(userUuid, name));
  if (record === undefined) return null;
  const key = await findLocalKey(userUuid);
  const isUsable = isSealedRecord(record) && record.exp > nowMs() && key !== null;
  const plain = isUsable ? await unseal(key, record, buildAad(userUuid, name, record.exp)) : null;
  const text = plain === null ? null : fromUtf8(plain);
  if (text === null) {
    await idbDelete('sealed', buildRecordName(userUuid, name));
    return null;
  }
  return JSON.parse(text);
}

export async function removeSealed(userUuid: string, name: string): Promise<void> {
  await idbDelete('sealed', buildRecordName(userUuid, name));
}

/**
 * Returns the stored key, or stores and returns `fresh`. Parallel callers in all tabs get the same key, which expires
 * with the last value sealed with it (SESS-04).
 */
async function getOrStoreKey(userUuid: string, fresh: CryptoKey, exp: number): Promise<CryptoKey> {
  const stored = await idbChange('keys', userUuid, (before): KeyRecord => {
    if (!isKeyRecord(before) || before.exp <= nowMs()) return { key: fresh, exp };
    return { key: before.key, exp: Math.max(before.exp, exp) };
  });
  return isKeyRecord(stored) ? stored.key : fresh;
}

/** Key of a user, or null when there is none or it expired; an expired key is deleted with everything sealed by it. */
async function findLocalKey(userUuid: string): Promise<CryptoKey | null> {
  const record: unknown = await idbGet('keys', userUuid);
  if (isKeyRecord(record) && record.exp > nowMs()) return record.key;
  if (record === undefined) return null;
  // Another tab may have stored a valid key meanwhile; that key and its values are kept.
  const isGood = (now: unknown): boolean => isKeyRecord(now) && now.exp > nowMs();
  const stored = await idbChange('keys', userUuid, (now) => (isGood(now) ? now : undefined), 'sealed');
  return isKeyRecord(stored) ? stored.key : null;
}

function createLocalKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function isKeyRecord(value: unknown): value is KeyRecord {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('exp' in value)) return false;
  return value.key instanceof CryptoKey && typeof value.exp === 'number';
}

function isSealedRecord(value: unknown): value is SealedRecord {
  if (typeof value !== 'object' || value === null || !('iv' in value) || !('ct' in value) || !('exp' in value))
    return false;
  return value.iv instanceof Uint8Array && value.ct instanceof Uint8Array && typeof value.exp === 'number';
}
