import { createHash } from 'node:crypto';
import {
  DATA_NAME,
  encodeDocument,
  type FileLine,
  HASHES_NAME,
  buildHashesHead,
  Manifest,
  MANIFEST_NAME,
  type ManifestFacts,
  sha256Hex,
  SHEET_NAME,
  type Sign,
  SIGNATURE_NAME,
  signDocument,
  SUMMARY_NAME,
} from './manifest.ts';
import { type SummaryWords, generateSummary } from './summary.ts';
import { generateCsv, MAX_SHEET_ROWS, buildXlsx } from './table.ts';
import { copyArchive } from './zip/merge-archives.ts';
import { sealFile, type SealedFile } from './zip/sealed-file.ts';
import { ZipWriter, type ZipSink } from './zip/zip-writer.ts';

/** Rows and pictures of a section of the export, stored before the part is assembled. */
export interface PartSegment {
  /** Archive with its pictures, encrypted with the part's password; null: no pictures. */
  readonly archive: string | null;
  readonly rows: readonly (readonly string[])[];
  /** One line for each picture in the archive. */
  readonly files: readonly FileLine[];
}

export interface NewPart {
  readonly password: string;
  readonly columns: readonly string[];
  /** Iterated several times from the beginning, so that nothing has to stay in memory. */
  readonly segments: () => AsyncIterable<PartSegment>;
  readonly facts: ManifestFacts;
  readonly words: SummaryWords;
  readonly sign: Sign;
  readonly isStopped?: () => boolean;
}

/** Writes a part: pictures, tables, summary, hashes, manifest, signature. */
export async function writePart(
  sink: ZipSink,
  part: NewPart,
): Promise<{ readonly entries: number; readonly bytes: number }> {
  // Parsed once, so that the hashed and the signed facts are the same.
  const facts = Manifest.omit({ format: true, v: true, files: true, hashes_sha256: true }).parse(part.facts);
  const writer = new ZipWriter(sink, part.password);
  for await (const { archive } of part.segments()) {
    if (archive !== null) await copyArchive(writer, archive, '', part.isStopped);
  }
  const made: FileLine[] = [];
  const pages = async function* (): AsyncGenerator<PartSegment['rows']> {
    for await (const { rows } of part.segments()) yield rows;
  };
  await writer.addStream(DATA_NAME, hashWhileReading(generateCsv(part.columns, pages()), DATA_NAME, made));
  if (facts.completeness.transits < MAX_SHEET_ROWS) {
    const sheet = await buildXlsx(part.columns, pages());
    await writer.addStream(SHEET_NAME, hashWhileReading([sheet], SHEET_NAME, made), 'stored');
  }
  const summary = generateSummary(facts, part.columns, pages(), part.words);
  await writer.addStream(SUMMARY_NAME, hashWhileReading(summary, SUMMARY_NAME, made));
  const hash = createHash('sha256');
  let files = 0;
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    const packed = (list: readonly unknown[]): Buffer => {
      const bytes = Buffer.concat(list.flatMap((line) => [encodeDocument(line), Buffer.from('\n')]));
      hash.update(bytes);
      return bytes;
    };
    const pack = (list: readonly FileLine[]): Buffer => {
      files += list.length;
      return packed(list);
    };
    yield packed([buildHashesHead(facts)]);
    for await (const segment of part.segments()) yield pack(segment.files);
    yield pack(made);
  };
  await writer.addStream(HASHES_NAME, lines());
  const manifest: Manifest = {
    format: 'varco-evidence',
    v: 1,
    ...facts,
    files,
    hashes_sha256: hash.digest('hex'),
  };
  const bytes = encodeDocument(Manifest.parse(manifest));
  await writer.add(MANIFEST_NAME, bytes, 'deflated');
  await writer.add(SIGNATURE_NAME, signDocument('manifest', bytes, part.sign));
  return writer.finish();
}

/** A picture ready for the archive, and the hash of the bytes that were encrypted. */
export interface SealedPicture extends SealedFile {
  readonly sha256: string;
}

export async function sealPicture(password: string, bytes: Uint8Array): Promise<SealedPicture> {
  return { ...(await sealFile(password, bytes)), sha256: sha256Hex(bytes) };
}

/** Adds a picture, sealed with the part's password, to an archive; returns its line. */
export async function addPicture(
  writer: ZipWriter,
  picture: {
    readonly name: string;
    readonly sealed: SealedPicture;
    readonly storedHash: string;
    readonly transit: string;
  },
): Promise<FileLine> {
  const { name, sealed, storedHash, transit } = picture;
  await writer.addSealed(name, sealed);
  return { p: name, n: sealed.size, h: sealed.sha256, o: storedHash, t: transit };
}

/** Passes the bytes through and adds their line to `lines` after the last of them. */
async function* hashWhileReading(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  lines: FileLine[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const bytes of source) {
    hash.update(bytes);
    size += bytes.length;
    yield bytes;
  }
  lines.push({ p: name, n: size, h: hash.digest('hex') });
}
