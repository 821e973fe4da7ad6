import { hashPassword, verifyPassword } from '@varco/server-kit/auth/password.ts';

/** Slow hash of login proofs and recovery codes; a dependency, so that a test can count how often it runs. */
export interface ProofHasher {
  hash(secret: string): Promise<string>;
  /** `stored` null: an account that does not exist. Costs the same and is always false. */
  verify(stored: string | null, secret: string): Promise<boolean>;
}

/** Argon2id as the security rules want it. */
export const argon2Hasher: ProofHasher = { hash: hashPassword, verify: verifyPassword };
