import { seal, unseal } from './aead.ts';
import { type Bytes, fromBase64Url, fromUtf8, sha256Text, toBase64Url, utf8 } from './bytes.ts';
import { parseJson } from './item.ts';
import type { AesKey } from './keys.ts';
import { isCredentialId, toItemRecord, parseSealed, formatSealed } from './vault-file.ts';

/** Sealed list of the vault's contents, so that a server cannot drop, add, swap or roll back items unnoticed. */
export interface VaultIndex {
  readonly rev: number;
  /** SHA-256 (base64url) of each item string. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Slot key of the recovery slot, so that a password change can reseal it without the printed key. */
  readonly recovery: Bytes | null;
  /** 32 bytes: root of the passwords of this user's exports. */
  readonly exportKey: Bytes;
}

const buildIndexAad = (userUuid: string, rev: number): string => `varco/vault/1/index/${userUuid}/${rev}`;

/** SHA-256 of every item string. */
export async function hashItems(items: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const entries = Object.entries(items).map(async ([id, text]) => [id, await sha256Text(text)] as const);
  return toItemRecord(await Promise.all(entries));
}

export async function sealIndex(key: AesKey, userUuid: string, index: VaultIndex): Promise<string> {
  const plain = JSON.stringify({
    rev: index.rev,
    items: index.hashes,
    recovery: index.recovery === null ? null : toBase64Url(index.recovery),
    exportKey: toBase64Url(index.exportKey),
  });
  return formatSealed('full:v1', await seal(key, utf8(plain), buildIndexAad(userUuid, index.rev)));
}

/** Opens the index of exactly this revision; null for an older one, another user's or an altered one. */
export async function openIndex(key: AesKey, userUuid: string, rev: number, text: string): Promise<VaultIndex | null> {
  const read = parseSealed(text);
  if (read?.scheme !== 'full:v1') return null;
  const plain = await unseal(key, read.sealed, buildIndexAad(userUuid, rev));
  const raw = plain === null ? null : parseJson(fromUtf8(plain));
  if (typeof raw !== 'object' || raw === null) return null;
  const fields = raw as Record<string, unknown>;
  const hashes = parseHashes(fields['items']);
  const recovery = fields['recovery'] === null ? null : key32(fields['recovery']);
  const exportKey = key32(fields['exportKey']);
  if (fields['rev'] !== rev || hashes === null || recovery === undefined || exportKey === undefined) return null;
  return { rev, hashes, recovery, exportKey };
}

function key32(value: unknown): Bytes | undefined {
  const bytes = typeof value === 'string' ? fromBase64Url(value) : null;
  return bytes?.length === 32 ? bytes : undefined;
}

function parseHashes(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const out: [string, string][] = [];
  for (const [id, hash] of Object.entries(value)) {
    if (!isCredentialId(id) || typeof hash !== 'string') return null;
    out.push([id, hash]);
  }
  return toItemRecord(out);
}
