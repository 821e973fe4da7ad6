import { open } from 'node:fs/promises';

/** What is wrong with a file of OpenStreetMap data, as a key of the texts. */
export type ExtractFault = 'missing' | 'notPbf' | 'truncated' | 'empty';

/** No header of a block is larger, by the description of the format. */
const MAX_BLOCK_HEADER = 64 * 1_024;
const MAX_BLOCK = 32 * 1_024 * 1_024;

/**
 * Checks that a file is whole and of the form `.osm.pbf`: a row of blocks of stated lengths, of which the first is the
 * header. The content of the blocks is not read, so that a country takes less than a second.
 * @returns null when nothing is wrong
 */
export async function checkExtract(file: string): Promise<ExtractFault | null> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return 'missing';
  try {
    const found = await handle.stat();
    if (!found.isFile()) return 'missing';
    const readAt = async (offset: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    let offset = 0;
    let blocks = 0;
    while (offset < found.size) {
      const block = await readBlock(readAt, offset, blocks === 0);
      if (typeof block === 'string') return block;
      blocks += 1;
      offset = block.end;
    }
    if (offset > found.size) return 'truncated';
    return blocks === 0 ? 'notPbf' : blocks === 1 ? 'empty' : null;
  } finally {
    await handle.close();
  }
}

async function readBlock(
  readAt: (offset: number, length: number) => Promise<Buffer>,
  offset: number,
  isFirst: boolean,
): Promise<{ readonly end: number } | 'notPbf' | 'truncated'> {
  const fault = isFirst ? 'notPbf' : 'truncated';
  const size = await readAt(offset, 4);
  if (size.length < 4) return fault;
  const length = size.readUInt32BE(0);
  if (length === 0 || length > MAX_BLOCK_HEADER) return fault;
  const header = await readAt(offset + 4, length);
  const block = header.length < length ? null : readBlockHeader(header);
  if (block === null || block.type !== (isFirst ? 'OSMHeader' : 'OSMData') || block.size > MAX_BLOCK) return fault;
  return { end: offset + 4 + length + block.size };
}

/** Type (field 1) and size in bytes (field 3) of a block; null when the bytes are no such header. */
function readBlockHeader(bytes: Buffer): { readonly type: string; readonly size: number } | null {
  let [at, type, size] = [0, '', -1];
  const readNumber = (): number => {
    let [value, factor] = [0, 1];
    for (let byte = 0x80; byte >= 0x80 && at < bytes.length; factor *= 128) {
      byte = bytes[at] ?? 0;
      value += (byte & 0x7f) * factor;
      at += 1;
    }
    return value;
  };
  while (at < bytes.length) {
    const key = readNumber();
    const value = readNumber();
    if ((key & 7) === 0 && key >> 3 === 3) size = value;
    if ((key & 7) !== 2) continue;
    if (key >> 3 === 1) type = bytes.subarray(at, at + value).toString('latin1');
    at += value;
  }
  return size < 0 ? null : { type, size };
}
