import { parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import { seal, unseal } from './aead.ts';
import { fromUtf8, utf8 } from './bytes.ts';
import type { AesKey } from './keys.ts';
import { parseSealed, formatSealed } from './vault-file.ts';

/** One plant credential, in clear, in memory only. It is the only source of the plant's address (security 5). */
export interface Credential {
  readonly url: string;
  readonly label: string;
  readonly username: string;
  /** Empty: no password stored (login state `empty`). */
  readonly password: string;
  readonly enabled: boolean;
  /** The plant's uuid; null until the plant has reported it. */
  readonly uuid: string | null;
  /** The plant's public key; null until pinned. */
  readonly pin: string | null;
  /** Position in the person's own order, from 0; absent: after all that have one. */
  readonly position?: number;
}

export interface VaultItem extends Credential {
  /** Incremented at each change of this item; used to merge the changes of two browsers. */
  readonly rev: number;
}

/** The data that an old `pwd:v1` item does not contain: the non-sensitive record of `peer_list`. */
export type LegacyRecord = Omit<Credential, 'password'>;

const buildItemAad = (userUuid: string, id: string, scheme: string): string =>
  `varco/vault/1/item/${userUuid}/${id}/${scheme}`;

/** `full:v1:<iv>:<ct>` of one item (security 5). */
export async function sealItem(key: AesKey, userUuid: string, id: string, item: VaultItem): Promise<string> {
  const { url, label, username, password, enabled, uuid, pin, position, rev } = item;
  const plain = utf8(JSON.stringify({ url, label, username, password, enabled, uuid, pin, position, rev }));
  return formatSealed('full:v1', await seal(key, plain, buildItemAad(userUuid, id, 'full:v1')));
}

/**
 * Opens one item of either scheme; null when it does not open as this user's item with this id. `pwd:v1` encrypts the
 * password only, so its record must be passed, whose origin was authenticated with it.
 */
export async function openItem(
  key: AesKey,
  userUuid: string,
  id: string,
  text: string,
  legacy?: LegacyRecord,
): Promise<VaultItem | null> {
  const read = parseSealed(text);
  if (read === null) return null;
  if (read.scheme === 'full:v1') {
    const plain = await unseal(key, read.sealed, buildItemAad(userUuid, id, 'full:v1'));
    return plain === null ? null : parseItem(fromUtf8(plain));
  }
  const address = legacy === undefined ? null : parsePlantAddress(legacy.url);
  if (legacy === undefined || address?.ok !== true) return null;
  const plain = await unseal(key, read.sealed, buildItemAad(userUuid, id, `pwd:v1/${address.origin}`));
  const password = plain === null ? null : fromUtf8(plain);
  return password === null ? null : { ...legacy, password, rev: 0 };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

function parseItem(text: string | null): VaultItem | null {
  const raw = parseJson(text);
  if (typeof raw !== 'object' || raw === null) return null;
  const { url, label, username, password, enabled, uuid, pin, position, rev } = raw as Record<string, unknown>;
  if (!isText(url) || !isText(label) || !isText(username) || !isText(password)) return null;
  if (typeof enabled !== 'boolean' || !isTextOrNull(uuid) || !isTextOrNull(pin)) return null;
  if (!isCount(rev) || !(position === undefined || isCount(position))) return null;
  return { url, label, username, password, enabled, uuid, pin, rev, ...(position === undefined ? {} : { position }) };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** JSON of a text, or null. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
