import { hash } from 'node:crypto';
import { createSha256 } from '@varco/domain/audit/audit-bytes.ts';

/** SHA-256 of the concatenated parts, for the audit log of the domain package. */
export const sha256OfParts = createSha256((bytes) => hash('sha256', bytes, 'binary'));
