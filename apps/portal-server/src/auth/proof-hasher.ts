import { hashPassword, verifyPassword } from '@varco/server-kit/auth/password.ts';

/** Slow hash of login proofs and recovery codes; a dependency, so that tests can count the runs. */
export interface ProofHasher {
  hash(secret: string): Promise<string>;
  /** `stored` null: the account does not exist. Takes the same time and is always false. */
  verify(stored: string | null, secret: string): Promise<boolean>;
}

/** Argon2id as required by the security rules. */
export const argon2Hasher: ProofHasher = { hash: hashPassword, verify: verifyPassword };
