import { type Sha256, toBase64Url, toUtf8Bytes } from './audit-bytes.ts';
import type { AuditDetail, AuditEntry } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';

const GENESIS_PREFIX = toUtf8Bytes('varco-audit-genesis:v1\n');
const ENTRY_PREFIX = toUtf8Bytes('varco-audit:v1\n');
const DETAIL_PREFIX = toUtf8Bytes('varco-audit-detail:v1\n');

/** Random bytes hashed before a detail: without a salt a plate could be guessed from its hash. */
export const DETAIL_SALT_BYTES = 16;

/** Name of a log: `<host>/audit/<uuid>/<epoch>`. A restored database continues under the next epoch. */
export const buildAuditOrigin = (host: string, log: string, epoch: number): string => `${host}/audit/${log}/${epoch}`;

/** The hash before the first entry of a log. */
export const computeGenesisHash = (sha256: Sha256, origin: string): Uint8Array => sha256(GENESIS_PREFIX, origin);

/** Hash of an entry: previous hash, then the canonical text of the entry. */
export const computeEntryHash = (sha256: Sha256, previous: Uint8Array, entryText: string): Uint8Array =>
  sha256(ENTRY_PREFIX, previous, entryText);

/** Commitment to a detail (text or its UTF-8 bytes), base64url: it fixes the detail without revealing it. */
export const computeDetailCommitment = (sha256: Sha256, salt: Uint8Array, detailText: string | Uint8Array): string =>
  toBase64Url(sha256(DETAIL_PREFIX, salt, detailText));

/** Canonical text of an entry: the exact bytes that are stored and hashed. */
export const serialiseEntry = (entry: AuditEntry): string => canonicalJson(entry);

/** Canonical text of a detail. */
export const serialiseDetail = (detail: AuditDetail): string => canonicalJson(detail);
