import { type Sha256, toBase64Url, utf8 } from './audit-bytes.ts';
import type { AuditDetail, AuditEntry } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';

const GENESIS = utf8('varco-audit-genesis:v1\n');
const ENTRY = utf8('varco-audit:v1\n');
const DETAIL = utf8('varco-audit-detail:v1\n');

/** Random bytes hashed before a detail: without a salt a plate could be guessed from its hash. */
export const DETAIL_SALT_BYTES = 16;

/** Name of a log: `<host>/audit/<uuid>/<epoch>`. A restored database continues under the next epoch. */
export const auditOrigin = (host: string, log: string, epoch: number): string => `${host}/audit/${log}/${epoch}`;

/** The hash before the first entry of a log. */
export const genesisHash = (sha256: Sha256, origin: string): Uint8Array => sha256(GENESIS, utf8(origin));

/** Hash of an entry: previous hash, then the canonical text of the entry. */
export const entryHash = (sha256: Sha256, previous: Uint8Array, entryText: string): Uint8Array =>
  sha256(ENTRY, previous, utf8(entryText));

/** Commitment to a detail, base64url: it fixes the detail without revealing it. */
export const detailCommitment = (sha256: Sha256, salt: Uint8Array, detailText: string): string =>
  toBase64Url(sha256(DETAIL, salt, utf8(detailText)));

/** Canonical text of an entry: the exact bytes that are stored and hashed. */
export const entryText = (entry: AuditEntry): string => canonicalJson(entry);

/** Canonical text of a detail. */
export const detailText = (detail: AuditDetail): string => canonicalJson(detail);
