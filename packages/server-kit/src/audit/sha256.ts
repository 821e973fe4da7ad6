import { createHash } from 'node:crypto';
import type { Sha256 } from '@varco/domain/audit/audit-bytes.ts';

/** SHA-256 of the parts joined, for the rules of the audit log. */
export const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
