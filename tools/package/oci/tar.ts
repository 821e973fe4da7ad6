import fs from 'node:fs';

/** One entry of an archive. Owners are numbers: names would be looked up in the system that unpacks. */
export interface TarEntry {
  /** From the root, without a slash at either end. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly mode: number;
  /** User and group; absent: root. */
  readonly owner?: number;
  /** Content of a file: its bytes, or the file on this machine that has them. */
  readonly content?: Uint8Array | { readonly from: string; readonly size: number };
  /** What a link points to. */
  readonly target?: string;
}

const BLOCK = 512;
const CHUNK = 1 << 20;
const FLAGS = { file: '0', link: '2', folder: '5', pax: 'x' } as const;

/**
 * The bytes of a POSIX archive with these entries, sorted by path, all with the time `epoch` (seconds). The same entries
 * have the same bytes on every machine.
 */
export function* encodeTar(entries: readonly TarEntry[], epoch: number): Generator<Uint8Array> {
  for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    yield* encodeHeaders(entry, epoch);
    if (entry.kind === 'file') yield* encodeContent(entry);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Size of the content of an entry in bytes. */
export const sizeOf = ({ content }: TarEntry): number => {
  if (content === undefined) return 0;
  return content instanceof Uint8Array ? content.byteLength : content.size;
};

function* encodeContent(entry: TarEntry): Generator<Uint8Array> {
  const { content } = entry;
  if (content instanceof Uint8Array) yield content;
  else if (content !== undefined) yield* readChunks(content.from, content.size);
  yield Buffer.alloc((BLOCK - (sizeOf(entry) % BLOCK)) % BLOCK);
}

/** Throws when the file has another size than its header says. */
function* readChunks(file: string, size: number): Generator<Uint8Array> {
  const handle = fs.openSync(file, 'r');
  try {
    let rest = size;
    while (rest > 0) {
      const chunk = Buffer.alloc(Math.min(CHUNK, rest));
      const read = fs.readSync(handle, chunk, 0, chunk.length, null);
      if (read === 0) throw new Error(`${file} became shorter while it was read`);
      rest -= read;
      yield chunk.subarray(0, read);
    }
  } finally {
    fs.closeSync(handle);
  }
}

function* encodeHeaders(entry: TarEntry, epoch: number): Generator<Uint8Array> {
  const path = entry.kind === 'folder' ? `${entry.path}/` : entry.path;
  const target = entry.target ?? '';
  const parts = splitPath(path);
  const records = [
    ...(parts === null ? [buildRecord('path', path)] : []),
    ...(Buffer.byteLength(target) > 100 ? [buildRecord('linkpath', target)] : []),
  ];
  if (records.length > 0) {
    const bytes = Buffer.from(records.join(''));
    yield buildHeader({ name: 'pax', prefix: '', flag: FLAGS.pax, mode: 0o644, size: bytes.length, epoch });
    yield bytes;
    yield Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  }
  const { name, prefix } = parts ?? { name: cut(path, 100), prefix: '' };
  const { mode, owner = 0 } = entry;
  const fields = { name, prefix, flag: FLAGS[entry.kind], mode, owner, size: sizeOf(entry), epoch };
  yield buildHeader({ ...fields, target: cut(target, 100) });
}

const cut = (text: string, bytes: number): string => Buffer.from(text).subarray(0, bytes).toString('latin1');

/** A path of up to 100 bytes, or of 155 and 100 split at a slash; null: it needs a record of its own. */
function splitPath(path: string): { name: string; prefix: string } | null {
  if (!/^[\u0020-\u007e]*$/.test(path)) return null;
  if (path.length <= 100) return { name: path, prefix: '' };
  const at = path.indexOf('/', path.length - 101);
  if (at <= 0 || at > 155 || at === path.length - 1) return null;
  return { name: path.slice(at + 1), prefix: path.slice(0, at) };
}

/** `LENGTH NAME=VALUE`, where the length counts itself. */
function buildRecord(name: string, value: string): string {
  const rest = Buffer.byteLength(` ${name}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length !== String(rest).length) length = rest + String(length).length;
  return `${length} ${name}=${value}\n`;
}

interface Header {
  readonly name: string;
  readonly prefix: string;
  readonly flag: string;
  readonly mode: number;
  readonly owner?: number;
  readonly size: number;
  readonly epoch: number;
  readonly target?: string;
}

function buildHeader({ name, prefix, flag, mode, owner = 0, size, epoch, target = '' }: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number): void => {
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  };
  block.write(name, 0, 'latin1');
  octal(mode, 100, 8);
  octal(owner, 108, 8);
  octal(owner, 116, 8);
  octal(size, 124, 12);
  octal(epoch, 136, 12);
  block.fill(' ', 148, 156);
  block.write(flag, 156, 'latin1');
  block.write(target, 157, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  block.write(prefix, 345, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
