import { deriveKey, hmacSha256, openSealed, seal } from '@varco/server-kit/auth/secrets.ts';

/** What a sub-key may be used for: one key, one purpose. */
export type KeyPurpose =
  | 'picture-ticket'
  | 'sign-in-counter'
  | 'rate-counter'
  | 'registry-access'
  | 'search-start'
  | 'look-up-key'
  | 'export-ticket'
  | 'export-stretch'
  | 'device-code'
  | 'gate-watch';

/** The plant's own secret (a file of its data folder), from which every other secret is derived or sealed. */
export interface ServerKey {
  /** Sub-key of 32 bytes. */
  subKey(purpose: KeyPurpose): Buffer;
  /** Keyed hash of a text, base64url. */
  mac(purpose: KeyPurpose, text: string): string;
  /** AES-256-GCM; `context` says what the value is, so that one sealed value cannot stand in for another. */
  seal(context: string, plain: Uint8Array): Buffer;
  /** Throws when the value was sealed under another key or context, or changed. */
  open(context: string, sealed: Uint8Array): Buffer;
}

export function createServerKey(secret: Uint8Array): ServerKey {
  const subKey = (purpose: string): Buffer => deriveKey(secret, `varco/plant/${purpose}/v1`);
  const sealKey = subKey('seal');
  return {
    subKey,
    mac: (purpose, text) => hmacSha256(subKey(purpose), text).toString('base64url'),
    seal: (context, plain) => seal(sealKey, plain, context),
    open: (context, sealed) => openSealed(sealKey, sealed, context),
  };
}
