import { createHash } from 'node:crypto';
import { type EvidenceSource, openEvidence } from './evidence-source.ts';
import { ExportIndex, INDEX_NAME, INDEX_SIGNATURE_NAME, type IndexPart } from './export-index.ts';
import {
  encodeDocument,
  toManifestFacts,
  FileLine,
  HASHES_NAME,
  HashesHead,
  buildHashesHead,
  isDocumentSigned,
  parseJsonBytes,
  Manifest,
  MANIFEST_NAME,
  type PublicKey,
  Signature,
  SIGNATURE_NAME,
} from './manifest.ts';
import { ZipError, type ZipFlaw } from './zip/zip-reader.ts';

/** Kinds of findings in an export. */
export type FindingCode =
  | `zip-${ZipFlaw}`
  /** Neither a part nor an export of several plants. */
  | 'no-manifest'
  | 'manifest-shape'
  | 'manifest-signature'
  | 'index-shape'
  | 'index-signature'
  | 'index-unsigned'
  /** The index and the manifest of a part disagree. */
  | 'index-differs'
  /** A manifest of another export. */
  | 'other-export'
  /** Signed by a key that is not the plant's. */
  | 'foreign-key'
  | 'hashes-changed'
  | 'missing-file'
  | 'changed-file'
  | 'unlisted-file';

export interface Finding {
  readonly code: FindingCode;
  /** The file concerned; '' for the whole export. */
  readonly file: string;
}

/** Who signed, and whether that key is known to be theirs. */
export interface Signer {
  readonly folder: string;
  readonly kid: string;
  readonly x: string;
  readonly isKnown: boolean;
}

export interface VerifiedPart {
  /** '' for the only part of a file. */
  readonly folder: string;
  readonly manifest: Manifest | null;
}

export interface Verification {
  readonly findings: readonly Finding[];
  readonly signers: readonly Signer[];
  readonly parts: readonly VerifiedPart[];
  readonly index: ExportIndex | null;
  /** Number of files whose bytes were compared with their hash. */
  readonly checked: number;
}

export interface VerifyOptions {
  /** Null: a folder, or an archive without encryption. */
  readonly password: string | null;
  /** Trusted keys of plants and portals; may be empty. */
  readonly keys: readonly PublicKey[];
  readonly onFile?: (checked: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/** Maximum bytes of a document that is read into memory. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Maximum reported findings. */
const MAX_FINDINGS = 100;
/** Files a password is tested on before it counts as wrong. */
const MAX_PASSWORD_TEST_FILES = 4;

class ExportVerifier {
  readonly findings: Finding[] = [];
  readonly signers: Signer[] = [];
  readonly parts: VerifiedPart[] = [];
  readonly listed = new Set<string>();
  checked = 0;
  private readonly source: EvidenceSource;
  private readonly options: VerifyOptions;

  constructor(source: EvidenceSource, options: VerifyOptions) {
    this.source = source;
    this.options = options;
  }

  find(code: FindingCode, file: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ code, file });
  }

  has(name: string): boolean {
    return this.source.files.has(name);
  }

  isTrusted({ x }: Signature): boolean {
    return this.options.keys.some((key) => key.x === x);
  }

  /** Bytes of a document; null: missing, too large or damaged, which is recorded as a finding. */
  async document(name: string): Promise<Buffer | null> {
    this.listed.add(name);
    const size = this.source.files.get(name);
    if (size === undefined || size > MAX_DOCUMENT_BYTES) {
      this.find(size === undefined ? 'missing-file' : 'changed-file', name);
      return null;
    }
    const parts: Uint8Array[] = [];
    const whole = await this.read(name, (bytes) => parts.push(bytes));
    return whole ? Buffer.concat(parts) : null;
  }

  /**
   * Reads a file to its end. False: its bytes are damaged, which is recorded as a finding. Throws for a wrong
   * password.
   */
  async read(name: string, take: (bytes: Uint8Array) => unknown): Promise<boolean> {
    this.options.signal?.throwIfAborted();
    try {
      for await (const bytes of this.source.read(name)) take(bytes);
      this.checked += 1;
      this.options.onFile?.(this.checked, this.source.files.size);
      return true;
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      const isLock = error.flaw === 'wrong-password';
      if (isLock && !(await this.isPasswordRight())) throw error;
      this.find(isLock ? 'zip-changed-bytes' : `zip-${error.flaw}`, name);
      return false;
    }
  }

  /**
   * Whether the password opens any file. If it does, a file it does not open was tampered with: its salt and check
   * bytes come first, and the reader cannot distinguish changed ones from a wrong password.
   */
  private async isPasswordRight(): Promise<boolean> {
    if (this.checked > 0) return true;
    const small = [...this.source.files].toSorted(([, a], [, b]) => a - b).slice(0, MAX_PASSWORD_TEST_FILES);
    for (const [name] of small) {
      try {
        // Read to the end: the two check bytes alone accept a wrong password in one file of 65 536.
        for await (const _bytes of this.source.read(name)) this.options.signal?.throwIfAborted();
        return true;
      } catch (error) {
        if (!(error instanceof ZipError)) throw error;
      }
    }
    return false;
  }

  async part(
    prefix: string,
    index: { readonly part: IndexPart; readonly guid: string; readonly isTrusted: boolean } | null,
  ) {
    const at = (name: string): string => `${prefix}${name}`;
    const bytes = await this.document(at(MANIFEST_NAME));
    const signature = await this.signature(at(SIGNATURE_NAME));
    const parsed = bytes === null ? undefined : Manifest.safeParse(parseJsonBytes(bytes)).data;
    const isExact = bytes !== null && parsed !== undefined && encodeDocument(parsed).equals(bytes);
    const manifest = isExact ? parsed : null;
    if (bytes !== null && manifest === null) this.find('manifest-shape', at(MANIFEST_NAME));
    if (bytes !== null && signature !== null && !isDocumentSigned('manifest', bytes, signature))
      this.find('manifest-signature', at(MANIFEST_NAME));
    if (signature !== null) this.judgeKey(prefix, signature, index);
    this.parts.push({ folder: prefix, manifest });
    if (manifest === null) return;
    if (index !== null) this.compare(manifest, index, at(MANIFEST_NAME));
    await this.files(prefix, manifest);
  }

  private async signature(name: string): Promise<Signature | null> {
    const bytes = await this.document(name);
    if (bytes === null) return null;
    const signature = Signature.safeParse(parseJsonBytes(bytes)).data;
    if (signature !== undefined && encodeDocument(signature).equals(bytes)) return signature;
    this.find('manifest-signature', name);
    return null;
  }

  /** A key passed by the caller takes precedence over one confirmed by a trusted portal. */
  private judgeKey(
    prefix: string,
    signature: Signature,
    index: { readonly part: IndexPart; readonly isTrusted: boolean } | null,
  ): void {
    const isNamed = index?.part.keys.some((key) => key.x === signature.x) ?? false;
    const isKnown = this.isTrusted(signature) || (index?.isTrusted === true && isNamed);
    const isContradicted = (index?.part.keys.length ?? 0) > 0 && !isNamed;
    if (isContradicted || (this.options.keys.length > 0 && !isKnown))
      this.find('foreign-key', `${prefix}${MANIFEST_NAME}`);
    this.signers.push({ folder: prefix, kid: signature.kid, x: signature.x, isKnown });
  }

  private compare(
    { guid, peer_number: number, completeness }: Manifest,
    { part, guid: expected }: { readonly part: IndexPart; readonly guid: string },
    name: string,
  ): void {
    if (guid !== expected || number !== part.peer_number) this.find('other-export', name);
    if (completeness.transits !== part.transits || completeness.whole !== part.whole) this.find('index-differs', name);
  }

  private async files(prefix: string, manifest: Manifest): Promise<void> {
    const name = `${prefix}${HASHES_NAME}`;
    this.listed.add(name);
    if (!this.has(name)) return this.find('missing-file', name);
    const hash = createHash('sha256');
    const lines = new LineReader();
    const found: FileLine[] = [];
    const expected = buildHashesHead(toManifestFacts(manifest)).facts;
    let isHeadRead = false;
    let isShaped = true;
    const isWhole = await this.read(name, (bytes) => {
      hash.update(bytes);
      for (const line of lines.take(bytes)) {
        const value = parseJsonBytes(line);
        const parsed = isHeadRead ? FileLine.safeParse(value).data : undefined;
        if (!isHeadRead) isShaped = HashesHead.safeParse(value).data?.facts === expected;
        else if (parsed === undefined) isShaped = false;
        else found.push(parsed);
        isHeadRead = true;
      }
    });
    if (!isWhole) return undefined;
    const isSame = hash.digest('hex') === manifest.hashes_sha256 && found.length === manifest.files && isShaped;
    if (!isSame) return this.find('hashes-changed', name);
    for (const line of found) await this.file(prefix, line);
    return undefined;
  }

  private async file(prefix: string, line: FileLine): Promise<void> {
    const name = `${prefix}${line.p}`;
    this.listed.add(name);
    if (!this.has(name)) return this.find('missing-file', name);
    const hash = createHash('sha256');
    let size = 0;
    const isWhole = await this.read(name, (bytes) => {
      hash.update(bytes);
      size += bytes.length;
    });
    if (isWhole && (size !== line.n || hash.digest('hex') !== line.h)) this.find('changed-file', name);
    return undefined;
  }

  async index(): Promise<ExportIndex | null> {
    const bytes = await this.document(INDEX_NAME);
    const parsed = bytes === null ? undefined : ExportIndex.safeParse(parseJsonBytes(bytes)).data;
    if (bytes === null || parsed === undefined || !encodeDocument(parsed).equals(bytes)) {
      if (bytes !== null) this.find('index-shape', INDEX_NAME);
      return null;
    }
    const isTrusted = await this.indexSigner(bytes, parsed);
    for (const part of parsed.parts) {
      if (part.folder !== null) await this.part(`${part.folder}/`, { part, guid: parsed.guid, isTrusted });
    }
    return parsed;
  }

  /** True when a trusted key signed the index. */
  private async indexSigner(bytes: Buffer, index: ExportIndex): Promise<boolean> {
    if (!this.has(INDEX_SIGNATURE_NAME)) {
      if (index.made_by === 'portal') this.find('index-unsigned', INDEX_NAME);
      return false;
    }
    const signature = await this.signature(INDEX_SIGNATURE_NAME);
    if (signature === null) return false;
    if (!isDocumentSigned('index', bytes, signature)) {
      this.find('index-signature', INDEX_NAME);
      return false;
    }
    const isKnown = this.isTrusted(signature);
    this.signers.push({ folder: '', kid: signature.kid, x: signature.x, isKnown });
    return isKnown;
  }

  unlisted(): void {
    for (const name of this.source.files.keys()) if (!this.listed.has(name)) this.find('unlisted-file', name);
  }
}

/** Splits a stream of bytes into lines. */
class LineReader {
  private rest: Uint8Array = new Uint8Array(0);

  take(bytes: Uint8Array): Uint8Array[] {
    const whole = Buffer.concat([this.rest, bytes]);
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, from)) {
      lines.push(whole.subarray(from, at));
      from = at + 1;
    }
    this.rest = whole.subarray(from);
    return lines;
  }
}

/**
 * Verifies an export: every record, signature and hash, with nothing missing and nothing added. Throws `ZipError`
 * with `wrong-password`, and the system's error when the file cannot be read; everything else is a finding.
 */
export async function verifyExport(path: string, options: VerifyOptions): Promise<Verification> {
  let source: EvidenceSource;
  try {
    source = await openEvidence(path, options.password);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    const findings: Finding[] = [{ code: `zip-${error.flaw}`, file: error.entry ?? '' }];
    return { findings, signers: [], parts: [], index: null, checked: 0 };
  }
  try {
    const verifier = new ExportVerifier(source, options);
    let index: ExportIndex | null = null;
    if (verifier.has(INDEX_NAME)) index = await verifier.index();
    else if (verifier.has(MANIFEST_NAME)) await verifier.part('', null);
    else verifier.find('no-manifest', '');
    // If the documents themselves are invalid, it is unknown which files they should list.
    if (verifier.findings.length === 0) verifier.unlisted();
    const { findings, signers, parts, checked } = verifier;
    return { findings, signers, parts, index, checked };
  } finally {
    await source.close();
  }
}
