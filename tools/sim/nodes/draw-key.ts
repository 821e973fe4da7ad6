import { importSigningKey, type SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import type { Rng } from '@varco/sim/random.ts';

/** PKCS 8 frame of an Ed25519 key, before its 32 secret bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signing key that the seed decides. */
export const drawKey = (random: Rng): SigningKey =>
  importSigningKey(Buffer.concat([PKCS8_PREFIX, Buffer.from(Array.from({ length: 32 }, () => random.int(256)))]));
