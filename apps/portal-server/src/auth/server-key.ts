import { createHmac } from 'node:crypto';
import { deriveKey, openSealedBytes, sealBytes } from '@varco/server-kit/auth/secrets.ts';

/** Purposes of sub-keys: one key per purpose. */
export type MacPurpose = 'params-salt' | 'refresh-successor' | 'device-cookie' | 'sign-in-counter' | 'rate-counter';

/** The portal's secret, from which all its other secrets are derived or with which they are sealed. */
export interface ServerKey {
  /** Sub-key of 32 bytes. */
  subKey(purpose: MacPurpose): Buffer;
  /** HMAC-SHA256 of `data` under the sub-key of `purpose`. */
  mac(purpose: MacPurpose, data: string): Buffer;
  /** AES-256-GCM; `context` names the value, so that one sealed value cannot replace another. */
  seal(context: string, plain: Uint8Array): Buffer;
  /** Throws when the value was sealed under another key or context, or was changed. */
  open(context: string, sealed: Uint8Array): Buffer;
}

/** Derives the sub-keys from the server's secret. */
export function createServerKey(secret: Uint8Array): ServerKey {
  const derived = new Map<string, Buffer>();
  // Cached: every call to the portal needs some of them, and deriving costs more than using.
  const subKey = (purpose: string): Buffer => {
    const key = derived.get(purpose) ?? deriveKey(secret, `varco/portal/${purpose}/v1`);
    derived.set(purpose, key);
    return key;
  };
  const sealKey = subKey('seal');
  return {
    subKey,
    mac: (purpose, data) => createHmac('sha256', subKey(purpose)).update(data).digest(),
    seal: (context, plain) => sealBytes(sealKey, plain, context),
    open: (context, sealed) => openSealedBytes(sealKey, sealed, context),
  };
}
