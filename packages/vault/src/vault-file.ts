import { type Bytes, fromBase64Url, toBase64Url } from './bytes.ts';
import type { Sealed } from './aead.ts';
import { type KdfBlock, checkKdf } from './kdf.ts';
import { type VaultResult, success, failureResult } from './result.ts';

export type SlotId = 'password' | 'recovery';

export interface KeySlot {
  readonly id: SlotId;
  readonly iv: string;
  readonly ct: string;
}

/** `peer_creds` as stored by the portal: format 1 of security 5. The portal cannot read its contents. */
export interface VaultFile {
  readonly v: 1;
  readonly rev: number;
  readonly kdf: KdfBlock;
  readonly keys: readonly KeySlot[];
  readonly index: string;
  readonly items: Readonly<Record<string, string>>;
}

export const VAULT_LIMITS = { items: 500, bytes: 512 * 1024 } as const;

/** No slash, so that an id cannot change the structure of an additional-data string. */
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const FORBIDDEN_IDS = new Set(['__proto__', 'constructor', 'prototype']);
const USER_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isCredentialId(id: string): boolean {
  return CREDENTIAL_ID.test(id) && !FORBIDDEN_IDS.has(id);
}

export function isUserUuid(uuid: string): boolean {
  return USER_UUID.test(uuid);
}

/** `full:v1:<iv>:<ct>` */
export function formatSealed(scheme: 'full:v1', sealed: Sealed): string {
  return `${scheme}:${toBase64Url(sealed.iv)}:${toBase64Url(sealed.ct)}`;
}

export interface SealedText {
  readonly scheme: 'full:v1' | 'pwd:v1';
  readonly sealed: Sealed;
}

/** Parses a sealed text of either scheme; null when it is neither. */
export function parseSealed(text: string): SealedText | null {
  const match = /^(full:v1|pwd:v1):([^:]*):([^:]*)$/.exec(text);
  const iv = fromBase64Url(match?.[2] ?? '!');
  const ct = fromBase64Url(match?.[3] ?? '!');
  if (match === null || iv === null || ct === null) return null;
  return { scheme: match[1] === 'pwd:v1' ? 'pwd:v1' : 'full:v1', sealed: { iv, ct } };
}

/** Copy without prototype, because the ids come from a server. */
export function toItemRecord(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const out: Record<string, string> = Object.create(null);
  for (const [id, text] of entries) out[id] = text;
  return out;
}

const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

function parseSlots(input: unknown): KeySlot[] | null {
  if (!Array.isArray(input) || input.length < 1 || input.length > 2) return null;
  const slots: KeySlot[] = [];
  for (const raw of input) {
    if (!isRecord(raw)) return null;
    const { id, iv, ct } = raw;
    if ((id !== 'password' && id !== 'recovery') || typeof iv !== 'string' || typeof ct !== 'string') return null;
    if (fromBase64Url(iv)?.length !== 12 || fromBase64Url(ct)?.length !== 48) return null;
    if (slots.some((slot) => slot.id === id)) return null;
    slots.push({ id, iv, ct });
  }
  return slots;
}

function parseItems(input: unknown): Record<string, string> | null {
  if (!isRecord(input)) return null;
  const entries = Object.entries(input);
  if (entries.length > VAULT_LIMITS.items) return null;
  const texts: [string, string][] = [];
  for (const [id, text] of entries) {
    if (!isCredentialId(id) || typeof text !== 'string') return null;
    texts.push([id, text]);
  }
  return toItemRecord(texts);
}

/** Parses `peer_creds` (object or its JSON text) from an untrusted server. Errors: `malformed`, `weak_kdf`. */
export function parseVaultFile(input: unknown): VaultResult<VaultFile> {
  let raw = input;
  if (typeof raw === 'string') {
    if (raw.length > VAULT_LIMITS.bytes) return failureResult('malformed');
    try {
      raw = JSON.parse(raw);
    } catch {
      return failureResult('malformed');
    }
  }
  if (!isRecord(raw)) return failureResult('malformed');
  const { v, rev, index } = raw;
  if (v !== 1 || typeof rev !== 'number' || !Number.isSafeInteger(rev) || rev < 1) return failureResult('malformed');
  if (typeof index !== 'string' || index.length > VAULT_LIMITS.bytes) return failureResult('malformed');
  const kdf = checkKdf(raw['kdf']);
  if (!kdf.ok) return kdf;
  const keys = parseSlots(raw['keys']);
  const items = parseItems(raw['items']);
  if (keys === null || items === null) return failureResult('malformed');
  return success({ v, rev, kdf: kdf.value, keys, index, items });
}

/** Size on the wire in bytes; it contains ASCII only. */
export function countVaultBytes(file: VaultFile): number {
  return JSON.stringify(file).length;
}

/** Whether the server will accept it (512 KiB, 500 items). */
export function fitsLimits(file: VaultFile): boolean {
  return Object.keys(file.items).length <= VAULT_LIMITS.items && countVaultBytes(file) <= VAULT_LIMITS.bytes;
}

/** The sealed bytes of a slot; null when they are not valid base64url. */
export function decodeSlot(slot: KeySlot): { iv: Bytes; ct: Bytes } | null {
  const iv = fromBase64Url(slot.iv);
  const ct = fromBase64Url(slot.ct);
  return iv === null || ct === null ? null : { iv, ct };
}
