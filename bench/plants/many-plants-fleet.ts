import { createHash } from 'node:crypto';
import { importSigningKey, type SigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import type { Fleet } from '../web/fleet.ts';

/** Start of the PKCS 8 form of an Ed25519 key (RFC 8410); its 32 bytes follow. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Key of a plant of the fleet, the same in every run. */
export const buildFleetKey = (index: number): SigningKey =>
  importSigningKey(Buffer.concat([PKCS8_PREFIX, createHash('sha256').update(`plant of the bench ${index}`).digest()]));

/** What a region would have. */
export const MANY_PLANTS: Fleet = {
  size: 500,
  firstPort: 19_500,
  uuid: 'be7c4000-0000-4000-b000-ffffffffff02',
  username: 'cinquecentoimpianti',
  password: 'Varco-misura-500',
  fullName: 'Misura di cinquecento impianti',
  publicKey: (index) => toPublicJwk(buildFleetKey(index).publicKey).x,
};
