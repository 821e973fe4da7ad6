/**
 * Records of a ZIP file as written by Varco: AES-256 or plain, sizes known in advance, no comments, no data
 * descriptors, one date for all. A file has exactly one valid encoding: a reader writes the records again and
 * compares (ADR 0018).
 */

export type ZipMethod = 'stored' | 'deflated';

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: ZipMethod;
  readonly isEncrypted: boolean;
  /** CRC-32 of a plain file; 0 for an encrypted one, which has its own authentication code. */
  readonly crc: number;
  /** Bytes in the archive; of an encrypted file including salt, password check and authentication code. */
  readonly packedSize: number;
  readonly size: number;
  /** Offset of its local record. */
  readonly offset: number;
}

const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const END64_SIGNATURE = 0x06064b50;
export const LOCATOR64_SIGNATURE = 0x07064b50;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const END64_BYTES = 56;
export const LOCATOR64_BYTES = 20;

const METHOD_AES = 99;
const METHODS = { stored: 0, deflated: 8 } as const;
/** Flags: names are UTF-8; encrypted. */
const FLAG_UTF8 = 0x800;
const FLAG_ENCRYPTED = 1;
/** 1980-01-01 00:00: the time of the export is in its signed manifest. */
const DOS_DATE = 0x21;
const AES_EXTRA_BYTES = 11;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;

export const encodeName = (name: string): Buffer => Buffer.from(name, 'utf8');

/** AE-2, AES-256. */
function buildAesExtra(method: ZipMethod): Buffer {
  const extra = Buffer.alloc(AES_EXTRA_BYTES);
  extra.writeUInt16LE(0x9901, 0);
  extra.writeUInt16LE(7, 2);
  extra.writeUInt16LE(2, 4);
  extra.write('AE', 6, 'latin1');
  extra.writeUInt8(3, 8);
  extra.writeUInt16LE(METHODS[method], 9);
  return extra;
}

/** Bytes 4 to 28 of a local record, which the central record shares. */
function buildCommonFields(entry: ZipEntry, extraBytes: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(entry.isEncrypted ? 51 : 20, 0);
  bytes.writeUInt16LE(FLAG_UTF8 | (entry.isEncrypted ? FLAG_ENCRYPTED : 0), 2);
  bytes.writeUInt16LE(entry.isEncrypted ? METHOD_AES : METHODS[entry.method], 4);
  bytes.writeUInt16LE(0, 6);
  bytes.writeUInt16LE(DOS_DATE, 8);
  bytes.writeUInt32LE(entry.crc, 10);
  bytes.writeUInt32LE(entry.packedSize, 14);
  bytes.writeUInt32LE(entry.size, 18);
  bytes.writeUInt16LE(encodeName(entry.name).length, 22);
  bytes.writeUInt16LE(extraBytes, 24);
  return bytes;
}

export function buildLocalRecord(entry: ZipEntry): Buffer {
  const extra = entry.isEncrypted ? buildAesExtra(entry.method) : Buffer.alloc(0);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(LOCAL_SIGNATURE, 0);
  return Buffer.concat([signature, buildCommonFields(entry, extra.length), encodeName(entry.name), extra]);
}

export function buildCentralRecord(entry: ZipEntry): Buffer {
  const isFar = entry.offset >= MAX_32;
  const far = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    far.writeUInt16LE(1, 0);
    far.writeUInt16LE(8, 2);
    far.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  const extra = Buffer.concat([far, entry.isEncrypted ? buildAesExtra(entry.method) : Buffer.alloc(0)]);
  const head = Buffer.alloc(6);
  head.writeUInt32LE(CENTRAL_SIGNATURE, 0);
  head.writeUInt16LE(51, 4);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(isFar ? MAX_32 : entry.offset, 10);
  return Buffer.concat([head, buildCommonFields(entry, extra.length), tail, encodeName(entry.name), extra]);
}

/** End of an archive; in ZIP64 form where a count or an offset needs it. */
export function buildEndRecords(count: number, centralOffset: number, centralSize: number): Buffer {
  const isLarge = count >= MAX_16 || centralOffset >= MAX_32 || centralSize >= MAX_32;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(isLarge ? MAX_32 : centralSize, 12);
  end.writeUInt32LE(isLarge ? MAX_32 : centralOffset, 16);
  if (!isLarge) return end;
  const end64 = Buffer.alloc(END64_BYTES);
  end64.writeUInt32LE(END64_SIGNATURE, 0);
  end64.writeBigUInt64LE(BigInt(END64_BYTES - 12), 4);
  end64.writeUInt16LE(51, 12);
  end64.writeUInt16LE(51, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(centralSize), 40);
  end64.writeBigUInt64LE(BigInt(centralOffset), 48);
  const locator = Buffer.alloc(LOCATOR64_BYTES);
  locator.writeUInt32LE(LOCATOR64_SIGNATURE, 0);
  locator.writeBigUInt64LE(BigInt(centralOffset + centralSize), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

/**
 * A file name allowed in a Varco archive: relative, plain characters, no `..`, no device name of Windows. Only such
 * names are written; archives with any other are refused (security rules, part 10).
 */
export function isSafeName(name: string): boolean {
  if (name.length > 240 || !/^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(name)) return false;
  return name
    .split('/')
    .every(
      (part) => !part.includes('..') && !part.endsWith('.') && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part),
    );
}
