import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { SealedFile } from './sealed-file.ts';
import { AES_OVERHEAD, CounterStream, deriveEntryKeys, createMac, createSalt, computeTag } from './zip-crypto.ts';
import {
  buildCentralRecord,
  buildEndRecords,
  isSafeName,
  buildLocalRecord,
  type ZipEntry,
  type ZipMethod,
} from './zip-records.ts';

/**
 * Output of an archive, one call after the other. `patch` overwrites earlier bytes. Bytes are not retained, so the
 * caller may reuse its buffer.
 */
export interface ZipSink {
  append(bytes: Uint8Array): Promise<void>;
  patch(offset: number, bytes: Uint8Array): Promise<void>;
}

/** Maximum bytes of one file: larger ones would need another record format. */
const MAX_ENTRY_BYTES = 0xfffffff0;
/** Maximum entries of an archive (security rules, part 10). */
export const MAX_ENTRIES = 200_000;
const WRITE_BUFFER_BYTES = 256 * 1024;

/** Creates a new file; fails when it exists. */
export async function createFileSink(
  path: string,
): Promise<ZipSink & { close(): Promise<void>; discard(): Promise<void> }> {
  const handle = await open(path, 'wx+', 0o600);
  let at = 0;
  // One buffer for the whole file: a new one for every quarter of a megabyte would burden the garbage collector.
  const gathered = Buffer.allocUnsafe(WRITE_BUFFER_BYTES);
  let stored = 0;
  const flush = async (): Promise<void> => {
    const length = stored;
    stored = 0;
    await writeAll(handle, gathered.subarray(0, length), at);
    at += length;
  };
  return {
    async append(bytes) {
      if (stored + bytes.length > WRITE_BUFFER_BYTES) await flush();
      if (bytes.length > WRITE_BUFFER_BYTES) {
        await writeAll(handle, bytes, at);
        at += bytes.length;
      } else {
        gathered.set(bytes, stored);
        stored += bytes.length;
      }
    },
    async patch(offset, bytes) {
      await flush();
      await writeAll(handle, bytes, offset);
    },
    /** Durable when it resolves. */
    async close() {
      await flush();
      await handle.sync();
      await handle.close();
    },
    discard: () => handle.close(),
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/** Archive in memory: for small archives only. */
export function createMemorySink(): ZipSink & { bytes(): Buffer } {
  let whole = Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  const bytes = (): Buffer => {
    whole = Buffer.concat([whole, ...parts.splice(0)]);
    return whole;
  };
  return {
    async append(part) {
      parts.push(Buffer.from(part));
    },
    async patch(offset, part) {
      bytes().set(part, offset);
    },
    bytes,
  };
}

export class ZipWriter {
  private readonly sink: ZipSink;
  private readonly password: string | null;
  private readonly entries: ZipEntry[] = [];
  private readonly names = new Set<string>();
  private offset = 0;

  private readonly isName: (name: string) => boolean;

  /** `password` null: no encryption. `names`: 'free' for a format that prescribes its own names. */
  constructor(sink: ZipSink, password: string | null, names: 'safe' | 'free' = 'safe') {
    this.isName = names === 'free' ? () => true : isSafeName;
    this.sink = sink;
    this.password = password;
  }

  /** Adds a file in memory. Pictures are stored uncompressed, text is compressed. */
  async add(name: string, bytes: Uint8Array, method: ZipMethod = 'stored'): Promise<void> {
    await this.addStream(name, [bytes], method, method === 'stored' ? bytes : undefined);
  }

  /** Adds a file from a stream. */
  async addStream(
    name: string,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    method: ZipMethod = 'deflated',
    known?: Uint8Array,
  ): Promise<void> {
    const isPlain = this.password === null;
    const draft: ZipEntry = {
      name,
      method,
      isEncrypted: !isPlain,
      crc: known !== undefined && isPlain ? crc32(known) : 0,
      packedSize: known === undefined ? 0 : known.length + (isPlain ? 0 : AES_OVERHEAD),
      size: known?.length ?? 0,
      offset: this.begin(name),
    };
    await this.write(buildLocalRecord(draft));
    const from = this.offset;
    let size = 0;
    let crc = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        size += bytes.length;
        if (isPlain) crc = crc32(bytes, crc);
        yield bytes;
      }
    };
    await this.encrypt(method === 'deflated' ? deflateStream(counted()) : counted());
    const entry = { ...draft, size, crc, packedSize: this.offset - from };
    if (entry.packedSize > MAX_ENTRY_BYTES || size > MAX_ENTRY_BYTES)
      throw new Error(`${name} is too large for this archive`);
    if (known === undefined) await this.sink.patch(entry.offset, buildLocalRecord(entry));
    this.entries.push(entry);
  }

  /** Adds a file that was already encrypted with the password of this archive. */
  async addSealed(name: string, { size, packed }: SealedFile): Promise<void> {
    if (this.password === null) throw new Error('this archive is not encrypted');
    const packedSize = packed.length;
    const entry: ZipEntry = {
      ...{ name, method: 'stored', isEncrypted: true, crc: 0, packedSize, size },
      offset: this.begin(name),
    };
    await this.write(buildLocalRecord(entry));
    await this.write(packed);
    this.entries.push(entry);
  }

  /** Adds a file of another Varco archive, still compressed and encrypted, under a new name. */
  async addPacked(entry: ZipEntry, name: string, packed: AsyncIterable<Uint8Array>): Promise<void> {
    const here = { ...entry, name, offset: this.begin(name) };
    await this.write(buildLocalRecord(here));
    const from = this.offset;
    for await (const bytes of packed) await this.write(bytes);
    if (this.offset - from !== entry.packedSize) throw new Error(`${entry.name} broke off`);
    this.entries.push(here);
  }

  /** Writes the directory. Returns the number of files and the bytes of the whole archive. */
  async finish(): Promise<{ readonly entries: number; readonly bytes: number }> {
    const from = this.offset;
    for (const entry of this.entries) await this.write(buildCentralRecord(entry));
    await this.write(buildEndRecords(this.entries.length, from, this.offset - from));
    return { entries: this.entries.length, bytes: this.offset };
  }

  private begin(name: string): number {
    if (!this.isName(name) || this.names.has(name)) throw new Error(`not a name for an archive: ${name}`);
    if (this.names.size >= MAX_ENTRIES) throw new Error('too many files for one archive');
    this.names.add(name);
    return this.offset;
  }

  private async encrypt(source: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.password === null) {
      for await (const bytes of source) await this.write(bytes);
      return;
    }
    const salt = createSalt();
    const keys = await deriveEntryKeys(this.password, salt);
    await this.write(Buffer.concat([salt, keys.check]));
    const stream = new CounterStream(keys.cipher);
    const mac = createMac(keys);
    for await (const bytes of source) {
      const turned = stream.apply(bytes);
      mac.update(turned);
      await this.write(turned);
    }
    await this.write(computeTag(mac));
  }

  private async write(bytes: Uint8Array): Promise<void> {
    await this.sink.append(bytes);
    this.offset += bytes.length;
  }
}

/** Raw deflate of a source, at the speed of the consumer. */
async function* deflateStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createDeflateRaw({ level: 6 });
  const feeding = (async () => {
    try {
      for await (const bytes of source)
        if (!packer.write(bytes)) await new Promise<void>((resolve) => packer.once('drain', resolve));
      packer.end();
    } catch (error) {
      packer.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  })();
  for await (const bytes of packer) yield bytes as Uint8Array;
  await feeding;
}
