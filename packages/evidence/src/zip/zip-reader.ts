import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  AES_OVERHEAD,
  CHECK_BYTES,
  CounterStream,
  deriveEntryKeys,
  equalBytesSafely,
  createMac,
  SALT_BYTES,
  TAG_BYTES,
  computeTag,
} from './zip-crypto.ts';
import { createReadWindow, type ReadWindow } from './zip-window.ts';
import {
  CENTRAL_BYTES,
  CENTRAL_SIGNATURE,
  buildCentralRecord,
  END64_BYTES,
  END64_SIGNATURE,
  END_BYTES,
  END_SIGNATURE,
  buildEndRecords,
  isSafeName,
  LOCATOR64_BYTES,
  LOCATOR64_SIGNATURE,
  buildLocalRecord,
  type ZipEntry,
} from './zip-records.ts';
import { MAX_ENTRIES } from './zip-writer.ts';

/** Why an archive cannot be read. `entry`: name of the file concerned, if it is a safe one. */
export type ZipFlaw =
  /** Not a ZIP, or cut off. */
  | 'not-a-zip'
  /** Records that are inconsistent or that Varco would not have written like this. */
  | 'records'
  | 'unsafe-name'
  | 'duplicate-name'
  | 'too-many-files'
  | 'wrong-password'
  /** The encrypted bytes of a file were changed. */
  | 'changed-bytes'
  /** Expands more than 200 times when decompressed, or beyond its stated size. */
  | 'bomb';

export class ZipError extends Error {
  readonly flaw: ZipFlaw;
  readonly entry: string | null;

  constructor(flaw: ZipFlaw, entry: string | null = null) {
    super(entry === null ? flaw : `${flaw}: ${entry}`);
    this.flaw = flaw;
    this.entry = entry;
  }
}

const CHUNK_BYTES = 256 * 1024;
const MAX_RATIO = 200;
/** Small files may have any compression ratio. */
const RATIO_FREE_BYTES = 1024 * 1024;
const MAX_CENTRAL_BYTES = 128 * 1024 * 1024;

export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly bytes: number;
  /**
   * Bytes of a file, decrypted and decompressed. Throws `ZipError` at the latest with the last of them: do not use
   * any before the end.
   */
  read(entry: ZipEntry, password: string | null): AsyncGenerator<Uint8Array>;
  /**
   * Bytes of a file as stored in the archive, one file at a time; each chunk is valid until the next is requested.
   * Designed for copying all files in order: the archive is read from beginning to end.
   */
  packed(entry: ZipEntry): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens a Varco archive; every record is compared with the one Varco would have written. Throws `ZipError`.
 * `checked`: `at-once`: all local records when opening; `as-taken`: each with the bytes of its file, by `packed`, so
 * that nothing is read twice.
 */
export async function openZip(path: string, checked: 'at-once' | 'as-taken' = 'at-once'): Promise<ZipArchive> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const entries = await readDirectory(handle, size);
    if (checked === 'at-once') await checkLocalRecords(handle, entries);
    const window = createReadWindow(handle, size);
    return {
      entries,
      bytes: size,
      read: (entry, password) => readEntry(handle, entry, password),
      packed: (entry) => packedBytes(window, entry),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const getDataOffset = (entry: ZipEntry): number => entry.offset + buildLocalRecord(entry).length;

/** `into`: buffer for the bytes; all of it is filled. */
async function readBytesAt(
  handle: FileHandle,
  offset: number,
  length: number,
  into: Buffer = Buffer.allocUnsafe(length),
): Promise<Buffer> {
  const bytes = into.subarray(0, length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw new ZipError('not-a-zip');
    done += bytesRead;
  }
  return bytes;
}

async function* readRange(
  handle: FileHandle,
  offset: number,
  length: number,
  name: string,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; done += CHUNK_BYTES) {
    const requested = Math.min(CHUNK_BYTES, length - done);
    yield await readBytesAt(handle, offset + done, requested).catch(() => {
      throw new ZipError('records', name);
    });
  }
}

async function* packedBytes(window: ReadWindow, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const piece = async (offset: number, most: number): Promise<Buffer> => {
    try {
      return await window(offset, most);
    } catch {
      throw new ZipError('records', entry.name);
    }
  };
  const expected = buildLocalRecord(entry);
  for (let done = 0; done < expected.length;) {
    const bytes = await piece(entry.offset + done, expected.length - done);
    if (!equalBytesSafely(bytes, expected.subarray(done, done + bytes.length)))
      throw new ZipError('records', entry.name);
    done += bytes.length;
  }
  const offset = entry.offset + expected.length;
  for (let done = 0; done < entry.packedSize;) {
    const bytes = await piece(offset + done, entry.packedSize - done);
    done += bytes.length;
    yield bytes;
  }
}

interface EndRecord {
  readonly count: number;
  readonly offset: number;
  readonly size: number;
}

async function readEndRecord(handle: FileHandle, fileSize: number): Promise<EndRecord> {
  if (fileSize < END_BYTES) throw new ZipError('not-a-zip');
  const end = await readBytesAt(handle, fileSize - END_BYTES, END_BYTES);
  if (end.readUInt32LE(0) !== END_SIGNATURE) throw new ZipError('not-a-zip');
  const plain = { count: end.readUInt16LE(10), size: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
  const tail = LOCATOR64_BYTES + END64_BYTES;
  if (fileSize < END_BYTES + tail) return plain;
  const large = await readBytesAt(handle, fileSize - END_BYTES - tail, tail);
  const isLarge = large.readUInt32LE(0) === END64_SIGNATURE && large.readUInt32LE(END64_BYTES) === LOCATOR64_SIGNATURE;
  if (!isLarge) return plain;
  const number = (at: number): number => Number(large.readBigUInt64LE(at));
  return { count: number(32), size: number(40), offset: number(48) };
}

async function readDirectory(handle: FileHandle, fileSize: number): Promise<readonly ZipEntry[]> {
  const { count, offset, size } = await readEndRecord(handle, fileSize);
  if (count > MAX_ENTRIES) throw new ZipError('too-many-files');
  const ends = buildEndRecords(count, offset, size);
  if (size > MAX_CENTRAL_BYTES || offset + size + ends.length !== fileSize) throw new ZipError('records');
  const written = await readBytesAt(handle, fileSize - ends.length, ends.length);
  if (!equalBytesSafely(written, ends)) throw new ZipError('records');
  const directory = await readBytesAt(handle, offset, size);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = 0;
  while (at < size) {
    const { entry, length } = readCentral(directory, at);
    if (names.has(entry.name.toLowerCase())) throw new ZipError('duplicate-name', entry.name);
    names.add(entry.name.toLowerCase());
    entries.push(entry);
    at += length;
  }
  if (entries.length !== count) throw new ZipError('records');
  checkOffsets(entries, offset);
  return entries;
}

/** Parses one record and writes it again for comparison: it may contain nothing that Varco would not have written. */
function readCentral(directory: Buffer, at: number): { readonly entry: ZipEntry; readonly length: number } {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL_SIGNATURE)
    throw new ZipError('records');
  const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
  const length = CENTRAL_BYTES + nameLength + extraLength;
  if (at + length > directory.length) throw new ZipError('records');
  const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
  if (!isSafeName(name)) throw new ZipError('unsafe-name');
  const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
  const near = directory.readUInt32LE(at + 42);
  const extraAt = at + CENTRAL_BYTES + nameLength;
  const isFar = near === 0xffffffff && extraLength >= 12;
  const offset = isFar ? Number(directory.readBigUInt64LE(extraAt + 4)) : near;
  const inner =
    isEncrypted && extraLength >= 11 ? directory.readUInt16LE(at + length - 2) : directory.readUInt16LE(at + 10);
  const entry: ZipEntry = {
    name,
    isEncrypted,
    method: inner === 8 ? 'deflated' : 'stored',
    crc: directory.readUInt32LE(at + 16),
    packedSize: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    offset,
  };
  if (!equalBytesSafely(buildCentralRecord(entry), directory.subarray(at, at + length)))
    throw new ZipError('records', name);
  return { entry, length };
}

/** Every byte before the directory must belong to exactly one file. */
function checkOffsets(entries: readonly ZipEntry[], centralOffset: number): void {
  let at = 0;
  for (const entry of entries) {
    if (entry.offset !== at) throw new ZipError('records', entry.name);
    at += buildLocalRecord(entry).length + entry.packedSize;
  }
  if (at !== centralOffset) throw new ZipError('records');
}

async function checkLocalRecords(handle: FileHandle, entries: readonly ZipEntry[]): Promise<void> {
  for (const entry of entries) {
    const expected = buildLocalRecord(entry);
    if (!equalBytesSafely(await readBytesAt(handle, entry.offset, expected.length), expected))
      throw new ZipError('records', entry.name);
  }
}

async function* readEntry(handle: FileHandle, entry: ZipEntry, password: string | null): AsyncGenerator<Uint8Array> {
  const offset = getDataOffset(entry);
  const raw = entry.isEncrypted
    ? decryptStream(handle, entry, offset, password)
    : readRange(handle, offset, entry.packedSize, entry.name);
  const limit = Math.max(RATIO_FREE_BYTES, entry.packedSize * MAX_RATIO);
  if (entry.size > limit) throw new ZipError('bomb', entry.name);
  let size = 0;
  let crc = 0;
  for await (const bytes of entry.method === 'deflated' ? inflateStream(raw, entry.name) : raw) {
    size += bytes.length;
    if (size > entry.size) throw new ZipError('bomb', entry.name);
    if (!entry.isEncrypted) crc = crc32(bytes, crc);
    yield bytes;
  }
  if (size !== entry.size || crc !== entry.crc) throw new ZipError('changed-bytes', entry.name);
}

async function* decryptStream(
  handle: FileHandle,
  entry: ZipEntry,
  offset: number,
  password: string | null,
): AsyncGenerator<Uint8Array> {
  if (password === null) throw new ZipError('wrong-password', entry.name);
  if (entry.packedSize < AES_OVERHEAD) throw new ZipError('records', entry.name);
  const head = await readBytesAt(handle, offset, SALT_BYTES + CHECK_BYTES);
  const keys = await deriveEntryKeys(password, head.subarray(0, SALT_BYTES));
  if (!equalBytesSafely(keys.check, head.subarray(SALT_BYTES))) throw new ZipError('wrong-password', entry.name);
  const stream = new CounterStream(keys.cipher);
  const mac = createMac(keys);
  const length = entry.packedSize - AES_OVERHEAD;
  for await (const bytes of readRange(handle, offset + SALT_BYTES + CHECK_BYTES, length, entry.name)) {
    mac.update(bytes);
    yield stream.apply(bytes);
  }
  const tag = await readBytesAt(handle, offset + entry.packedSize - TAG_BYTES, TAG_BYTES);
  if (!equalBytesSafely(computeTag(mac), tag)) throw new ZipError('changed-bytes', entry.name);
}

/**
 * Decompresses as the consumer reads. Invalid data are reported as changed bytes; an error of the source is passed
 * on.
 */
async function* inflateStream(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const unpacker = createInflateRaw();
  const input = Readable.from(source, { objectMode: false });
  input.once('error', (error) => unpacker.destroy(error));
  input.pipe(unpacker);
  try {
    for await (const bytes of unpacker) yield bytes as Uint8Array;
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('changed-bytes', name);
  } finally {
    input.destroy();
    unpacker.destroy();
  }
}
