import { createHash } from 'node:crypto';
import type { Sha256 } from '@varco/domain/audit/audit-bytes.ts';

/** SHA-256 of the concatenated parts, for the audit log of the domain package. */
export const sha256OfParts: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
