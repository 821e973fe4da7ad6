import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson, toAuditJson } from '@varco/domain/audit/canonical-json.ts';
import { z } from 'zod';

/**
 * Files of an exported part besides the data (ADR 0018). `manifesto.json` states who requested what, why, and how
 * complete the result is. It contains the hash of `impronte.jsonl`, which contains the hash of every other file. The
 * plant signs the manifest with its Ed25519 key.
 */

export const MANIFEST_NAME = 'manifesto.json';
export const SIGNATURE_NAME = 'manifesto.firma.json';
export const HASHES_NAME = 'impronte.jsonl';
export const DATA_NAME = 'dati.csv';
export const SHEET_NAME = 'dati.xlsx';
export const SUMMARY_NAME = 'riepilogo.html';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Reason = z.object({ code: z.string(), text: z.string(), case: z.string().nullable() });

/** One file of a part. `o`: hash of the picture as sent by the camera, computed when the read was stored. */
export const FileLine = z.object({
  /** Name in the part. */
  p: z.string().max(240),
  /** Bytes. */
  n: z.int().min(0),
  /** SHA-256. */
  h: Hash,
  o: Hash.optional(),
  /** Id of the transit. */
  t: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
export type FileLine = z.infer<typeof FileLine>;

export const Manifest = z.object({
  format: z.literal('varco-evidence'),
  v: z.literal(1),
  guid: z.uuid(),
  peer_number: z.int().min(1),
  plant: z.object({
    uuid: z.uuid(),
    label: z.string(),
    municipality: z.string(),
    url: z.string(),
  }),
  requested_by: z.object({ id: z.string(), username: z.string(), group: z.string(), level: z.int() }),
  requested_at: z.iso.datetime(),
  reason: Reason.nullable(),
  label: z.string(),
  notes: z.string(),
  /** Filter by its wire names, and the time range it resolved to. */
  filter: z.record(z.string(), z.unknown()),
  window: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }),
  contents: z.object({ pictures: z.boolean(), context_pictures: z.boolean(), watermark: z.string() }),
  completeness: z.object({
    /** Nothing the filter selects is missing. */
    whole: z.boolean(),
    /** Reads stored up to this instant are included. */
    as_of: z.iso.datetime(),
    newest_read: z.iso.datetime().nullable(),
    /** Why the result is incomplete: rights, retention, limit. */
    limitations: z.array(z.string()),
    /** Pictures were requested, but the licence does not include them. */
    pictures_withheld: z.boolean(),
    transits: z.int().min(0),
    pictures: z.int().min(0),
    /** Missing pictures of the reads, by cause. */
    pictures_expired: z.int().min(0),
    pictures_unreadable: z.int().min(0),
  }),
  created_at: z.iso.datetime(),
  software: z.string(),
  /** Number of files listed in `impronte.jsonl`, and its hash. */
  files: z.int().min(0),
  hashes_sha256: Hash,
});
export type Manifest = z.infer<typeof Manifest>;

/** The manifest without the members computed while the part is written. */
export type ManifestFacts = Omit<Manifest, 'format' | 'v' | 'files' | 'hashes_sha256'>;

export const Signature = z.object({
  v: z.literal(1),
  alg: z.literal('Ed25519'),
  kid: z.string().max(60),
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
});
export type Signature = z.infer<typeof Signature>;

/**
 * First line of `impronte.jsonl`: hash of the manifest's facts, without its files. Two exports with the same files
 * therefore have different lists, and the manifest of one does not match the other.
 */
export const HashesHead = z.object({ facts: Hash });

export function buildHashesHead(facts: ManifestFacts): z.infer<typeof HashesHead> {
  return { facts: sha256Hex(encodeDocument(facts)) };
}

/** The facts of a finished manifest, without its files. */
export function toManifestFacts({
  format: _format,
  v: _v,
  files: _files,
  hashes_sha256: _hash,
  ...facts
}: Manifest): ManifestFacts {
  return facts;
}

/** Signs a text with the key of a plant or a portal. */
export type Sign = (text: string) => Omit<Signature, 'v' | 'alg'>;

/** A public key as published by plants. */
export interface PublicKey {
  readonly kid: string;
  readonly x: string;
}

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes of a signed document: its canonical JSON. */
export const encodeDocument = (value: unknown): Buffer => Buffer.from(canonicalJson(toAuditJson(value)), 'utf8');

/** The signed text of a document: its kind, so that one document cannot replace another, and its hash. */
const buildSignedText = (kind: 'manifest' | 'index', bytes: Uint8Array): string =>
  `varco-evidence-${kind}:v1\n${sha256Hex(bytes)}`;

export function signDocument(kind: 'manifest' | 'index', bytes: Uint8Array, sign: Sign): Buffer {
  return encodeDocument({ v: 1, alg: 'Ed25519', ...sign(buildSignedText(kind, bytes)) });
}

/**
 * True when the signature is valid for these bytes and the key it names. Whether that key is trusted is checked
 * elsewhere.
 */
export function isDocumentSigned(
  kind: 'manifest' | 'index',
  bytes: Uint8Array,
  { x, kid, signature }: Signature,
): boolean {
  try {
    if (computeThumbprint(x) !== kid) return false;
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(buildSignedText(kind, bytes)), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** RFC 7638 thumbprint: the id of a key. */
const computeThumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

/** Parsed JSON; null: invalid JSON. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
