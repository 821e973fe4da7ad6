import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default kind), 19 MiB, two passes, one lane (security rules, part 4): about 20 ms. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const MAX_PASSWORD_BYTES = 1_024;

/** Argon2id hash in the PHC text form. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2_COST);

let dummyHash: Promise<string> | null = null;
/** Hash of a random password; unknown users are checked against it. */
const getDummyHash = (): Promise<string> => (dummyHash ??= hashPassword(randomBytes(32).toString('base64url')));

/**
 * True when the password matches. `stored` null means "no such user": the call takes one Argon2id run as well, so
 * that its time reveals nothing.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isTooLong = Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
  const fits = await verify(stored ?? (await getDummyHash()), isTooLong ? '' : password).catch(() => false);
  return fits && stored !== null && !isTooLong;
}
