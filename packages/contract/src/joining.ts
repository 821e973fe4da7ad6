import { z } from 'zod';
import { IsoInstant, plainText, Uuid } from './wire.ts';

/** What plant and portal share about joining (ADR 0036). Sub-codes of `conflict`; each has a text in the web app. */
export const JOINING_FAULTS = [
  // Said by the plant.
  'code_unknown',
  'code_expired',
  'code_used',
  'code_revoked',
  'wrong_portal',
  'clocks_apart',
  'challenge_expired',
  // Said by the portal.
  'address_refused',
  'plant_unreachable',
  'plant_untrusted',
  'plant_busy',
  'plant_answer',
  'fingerprint_changed',
  'address_taken',
  'change_unconfirmed',
] as const;
export type JoiningFault = (typeof JOINING_FAULTS)[number];

/** Raw Ed25519 public key, base64url. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const Signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/);
/** Public half of the key of a code, in the form of a public key. */
const Proof = PublicKey;
export const JoiningOrigin = z.string().min(1).max(300);
/** The first 16 bytes of the SHA-256 of a public key, in groups of four hexadecimal digits. */
export const Fingerprint = z.string().regex(/^[0-9A-F]{4}( [0-9A-F]{4}){7}$/);

/** What a portal sends to the plant in both steps. */
export const JoiningRequest = z.object({
  proof: Proof,
  portal_uuid: Uuid,
  portal_origin: JoiningOrigin,
  portal_key: PublicKey,
  nonce: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  /** Empty in the first step. */
  challenge: z.string().regex(/^[A-Za-z0-9_.-]{0,120}$/),
  /** Of the portal's key and of the key of the code, over the same text. */
  portal_signature: Signature,
  proof_signature: Signature,
});
export type JoiningRequest = z.output<typeof JoiningRequest>;

/** What the plant answers in both steps. */
export const JoiningAnswer = z
  .object({
    plant_uuid: Uuid,
    plant_key: PublicKey,
    label: plainText(80),
    short_code: z.string().max(40),
    challenge: z.string().max(120),
    server_time: IsoInstant,
    expires_at: IsoInstant,
    signature: Signature,
    /** Of the key before, while it is valid: proves that a new key is the same plant's. Null: there is none. */
    previous_signature: Signature.nullable(),
  })
  .meta({ id: 'JoiningAnswer' });
export type JoiningAnswer = z.output<typeof JoiningAnswer>;
