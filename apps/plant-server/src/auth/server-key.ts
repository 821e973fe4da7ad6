import { deriveKey, hmacSha256, openSealedBytes, sealBytes } from '@varco/server-kit/auth/secrets.ts';

/** Purposes of sub-keys: one key per purpose. */
export type KeyPurpose =
  | 'picture-ticket'
  | 'sign-in-counter'
  | 'known-vault'
  | 'rate-counter'
  | 'registry-access'
  | 'search-start'
  | 'look-up-key'
  | 'export-ticket'
  | 'export-stretch'
  | 'device-code'
  | 'gate-watch'
  | 'camera-event'
  | 'camera-digest'
  | 'joining-challenge'
  | 'household';

/** The plant's server secret (a file in its data folder), from which all sub-keys are derived. */
export interface ServerKey {
  /** Sub-key of 32 bytes. */
  subKey(purpose: KeyPurpose): Buffer;
  /** Keyed hash of a text, base64url. */
  mac(purpose: KeyPurpose, text: string): string;
  /** Encrypts with AES-256-GCM. `context` identifies the value, so that one sealed value cannot replace another. */
  seal(context: string, plain: Uint8Array): Buffer;
  /** Decrypts. Throws when the value was sealed with another key or context, or was altered. */
  open(context: string, sealed: Uint8Array): Buffer;
}

export function createServerKey(secret: Uint8Array): ServerKey {
  const subKey = (purpose: string): Buffer => deriveKey(secret, `varco/plant/${purpose}/v1`);
  const sealKey = subKey('seal');
  // Deriving a key costs more than the hash it is used for.
  const macKeys = new Map<KeyPurpose, Buffer>();
  const getMacKey = (purpose: KeyPurpose): Buffer => {
    const known = macKeys.get(purpose) ?? subKey(purpose);
    macKeys.set(purpose, known);
    return known;
  };
  return {
    subKey,
    mac: (purpose, text) => hmacSha256(getMacKey(purpose), text).toString('base64url'),
    seal: (context, plain) => sealBytes(sealKey, plain, context),
    open: (context, sealed) => openSealedBytes(sealKey, sealed, context),
  };
}
