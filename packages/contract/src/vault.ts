import { z } from 'zod';

const b64 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/);

/**
 * Parameters with which a browser derives its keys from the password (vault format 1). The client checks minimum and
 * maximum.
 */
export const KdfBlock = z
  .object({
    alg: z.literal('argon2id'),
    v: z.literal(19),
    /** Memory in KiB, passes, lanes. */
    m: z.int().min(1).max(4_194_304),
    t: z.int().min(1).max(100),
    p: z.int().min(1).max(16),
    salt: b64(64),
  })
  .meta({ id: 'KdfBlock' });
export type KdfBlock = z.infer<typeof KdfBlock>;

/** `full:v1:<iv>:<ct>`, or the older `pwd:v1:<iv>:<ct>`, which is only read. */
const SealedString = z
  .string()
  .max(16_384)
  .regex(/^(full|pwd):v1:[A-Za-z0-9_-]+:[A-Za-z0-9_-]+$/);

/** `peer_creds`: the sealed vault as stored by the portal, which checks shape and size only. */
export const VaultBlob = z
  .object({
    v: z.literal(1),
    rev: z.int().min(1),
    kdf: KdfBlock,
    keys: z
      .array(z.object({ id: z.enum(['password', 'recovery']), iv: b64(24), ct: b64(128) }))
      .min(1)
      .max(4),
    index: z
      .string()
      .max(262_144)
      .regex(/^full:v1:[A-Za-z0-9_-]+:[A-Za-z0-9_-]+$/),
    items: z
      .record(z.string().max(64), SealedString)
      .refine((items) => Object.keys(items).length <= 500, 'too_many_items'),
  })
  .meta({ id: 'VaultBlob' });
export type VaultBlob = z.infer<typeof VaultBlob>;

/** Login proof on the wire; never a password. */
export const Proof = z
  .string()
  .max(200)
  .meta({ id: 'Proof', description: 'p1.<base64url>; anything else fails as a wrong password' });
