import { decodeGroups, encodeGroups } from './code-groups.ts';

/**
 * What a joining code carries (ADR 0036): enough for a portal to find the plant, to recognise it, and to prove that it was
 * given the code. Never stored by the plant.
 */
export interface JoiningCode {
  /** Uuid of the plant, lower case. */
  readonly plantUuid: string;
  /** Address of the plant: `https://host[:port]`. */
  readonly address: string;
  /** Name of the plant, cut to fit; only shown. */
  readonly name: string;
  /** The first 16 bytes of the SHA-256 of the plant's raw public key. */
  readonly fingerprint: Uint8Array;
  /** 16 random bytes, from which the key of the code is derived. */
  readonly secret: Uint8Array;
}

/**
 * Why a text is no joining code. `empty`: nothing but spaces; `foreign`: something else; `character`: a character that no
 * code has; `group`: a typing error in one group; `incomplete`: groups are missing or too many; `version`: of another
 * version of the program.
 */
export type JoiningCodeFault = 'empty' | 'foreign' | 'character' | 'group' | 'incomplete' | 'version';
export type ParsedJoiningCode =
  | { readonly ok: true; readonly code: JoiningCode }
  /** `group`: number of the wrong group, counted from 1 after the first word; null: not in one group. */
  | { readonly ok: false; readonly fault: JoiningCodeFault; readonly group: number | null };

/** Hours that a code can be used when nothing else is chosen, and at most. */
export const JOINING_CODE_HOURS = 24;
export const MAX_JOINING_CODE_HOURS = 72;
/** A longer text is no code: the longest has about 650 characters. */
export const MAX_JOINING_CODE_LENGTH = 1_000;

export const FINGERPRINT_BYTES = 16;
export const JOINING_SECRET_BYTES = 16;
const VERSION = 1;
const UUID_BYTES = 16;
const HEAD_BYTES = 1 + UUID_BYTES + FINGERPRINT_BYTES + JOINING_SECRET_BYTES;
const CHECKSUM_BYTES = 4;
const MAX_ADDRESS_BYTES = 200;
const MAX_NAME_BYTES = 48;
const FIRST_WORD = 'VARCO';
const HTTPS = 'https://';

/** The code as one line. Throws `RangeError` for an address of more than 200 bytes. */
export function formatJoiningCode({ plantUuid, address, name, fingerprint, secret }: JoiningCode): string {
  const addressBytes = encodeText(address.startsWith(HTTPS) ? address.slice(HTTPS.length) : address);
  if (addressBytes.length > MAX_ADDRESS_BYTES) throw new RangeError('address');
  const nameBytes = encodeText(cutToBytes(name, MAX_NAME_BYTES));
  const content = Uint8Array.from([
    VERSION,
    ...parseHex(plantUuid.replaceAll('-', '')),
    ...fingerprint,
    ...secret,
    addressBytes.length,
    ...addressBytes,
    nameBytes.length,
    ...nameBytes,
  ]);
  return `${FIRST_WORD}-${encodeGroups(Uint8Array.from([...content, ...computeChecksum(content)]))}`;
}

/**
 * Reads a pasted or typed code. Case, spaces, line breaks and dashes do not matter, and letters that look like digits are
 * read as these. The result is well-formed, nothing more: the address still has to be judged before it is called.
 */
export function parseJoiningCode(text: string): ParsedJoiningCode {
  if (text.length > MAX_JOINING_CODE_LENGTH) return refuse('foreign');
  const bare = text.toUpperCase().replaceAll(/[\p{Z}\p{Cc}\p{Cf}\p{Pd}]/gu, '');
  if (bare === '') return refuse('empty');
  // Zero and one may stand for the letters they look like, in the first word too.
  if (!/^VARC[O0]/.test(bare)) return refuse('foreign');
  const read = decodeGroups(bare.slice(FIRST_WORD.length));
  if (!read.ok) return read.group === null ? refuse(read.fault) : { ok: false, fault: 'group', group: read.group };
  const { bytes } = read;
  if (bytes.length < HEAD_BYTES + 2 + CHECKSUM_BYTES) return refuse('incomplete');
  const content = bytes.subarray(0, -CHECKSUM_BYTES);
  const isWhole = computeChecksum(content).every((byte, i) => byte === bytes[content.length + i]);
  if (!isWhole) return refuse('incomplete');
  if (content[0] !== VERSION) return refuse('version');
  const code = readContent(content);
  return code === null ? refuse('foreign') : { ok: true, code };
}

const refuse = (fault: JoiningCodeFault): ParsedJoiningCode => ({ ok: false, fault, group: null });

/** The members of a content of this version; null when its lengths or texts do not fit. */
function readContent(content: Uint8Array): JoiningCode | null {
  const uuid = toHex(content.subarray(1, 1 + UUID_BYTES)).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  );
  const fingerprint = content.slice(1 + UUID_BYTES, 1 + UUID_BYTES + FINGERPRINT_BYTES);
  const secret = content.slice(HEAD_BYTES - JOINING_SECRET_BYTES, HEAD_BYTES);
  const addressEnd = HEAD_BYTES + 1 + (content[HEAD_BYTES] ?? 0);
  const nameEnd = addressEnd + 1 + (content[addressEnd] ?? 0);
  if (nameEnd !== content.length) return null;
  const address = decodeText(content.subarray(HEAD_BYTES + 1, addressEnd));
  const name = decodeText(content.subarray(addressEnd + 1, nameEnd));
  if (address === null || name === null || address === '') return null;
  // A name comes from outside and is only shown: what could disguise it is left out.
  const shown = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  return {
    plantUuid: uuid,
    address: address.includes('://') ? address : `${HTTPS}${address}`,
    name: shown,
    fingerprint,
    secret,
  };
}

/** Fingerprint as people compare it: eight groups of four hexadecimal digits. */
export const formatFingerprint = (bytes: Uint8Array): string =>
  (
    toHex(bytes)
      .toUpperCase()
      .match(/.{1,4}/g) ?? []
  ).join(' ');

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Null for bytes that are not UTF-8. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The longest beginning of whole characters that fits. */
function cutToBytes(text: string, most: number): string {
  let cut = '';
  for (const character of text) {
    if (encodeText(cut + character).length > most) break;
    cut += character;
  }
  return cut;
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const parseHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** CRC-32 (IEEE), four bytes: finds groups that are missing, doubled or of another code. Not a protection. */
function computeChecksum(bytes: Uint8Array): number[] {
  let rest = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ ((rest & 1) === 1 ? 0xed_b8_83_20 : 0);
  }
  const sum = ~rest >>> 0;
  return [sum >>> 24, (sum >>> 16) & 0xff, (sum >>> 8) & 0xff, sum & 0xff];
}
