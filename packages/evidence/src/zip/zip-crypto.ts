import { createCipheriv, createHmac, type Hmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * WinZip AE-2 with AES-256: a key for each file by PBKDF2-HMAC-SHA1 (1000 rounds, 16 bytes of salt), AES in counter
 * mode with a little-endian counter from 1, ten bytes of HMAC-SHA1 over the encrypted bytes. Compatible with 7-Zip.
 */

export const SALT_BYTES = 16;
export const CHECK_BYTES = 2;
export const TAG_BYTES = 10;
/** Bytes that encryption adds to a file. */
export const AES_OVERHEAD = SALT_BYTES + CHECK_BYTES + TAG_BYTES;

const ROUNDS = 1_000;
const KEY_BYTES = 32;
const BLOCK = 16;
/** Blocks of key stream computed at once. */
const BLOCKS_PER_BATCH = 4_096;

const deriveBits = promisify(pbkdf2);

export interface EntryKeys {
  readonly cipher: Uint8Array;
  readonly mac: Uint8Array;
  /** Two check bytes that detect a wrong password at once, except one in 65 536. */
  readonly check: Uint8Array;
}

export const createSalt = (): Buffer => randomBytes(SALT_BYTES);

export async function deriveEntryKeys(password: string, salt: Uint8Array): Promise<EntryKeys> {
  const bytes = await deriveBits(password, salt, ROUNDS, 2 * KEY_BYTES + CHECK_BYTES, 'sha1');
  return {
    cipher: bytes.subarray(0, KEY_BYTES),
    mac: bytes.subarray(KEY_BYTES, 2 * KEY_BYTES),
    check: bytes.subarray(2 * KEY_BYTES),
  };
}

const isAligned = ({ byteOffset }: Uint8Array): boolean => byteOffset % 4 === 0;

/** out = one xor other, four bytes at a time where all three are aligned. */
function xorInto(out: Uint8Array, one: Uint8Array, other: Uint8Array): void {
  let at = 0;
  if (isAligned(out) && isAligned(one) && isAligned(other)) {
    const words = out.length >> 2;
    const [o, a, b] = [out, one, other].map((bytes) => new Int32Array(bytes.buffer, bytes.byteOffset, words));
    if (o !== undefined && a !== undefined && b !== undefined)
      for (let i = 0; i < words; i += 1) o[i] = (a[i] ?? 0) ^ (b[i] ?? 0);
    at = words * 4;
  }
  for (; at < out.length; at += 1) out[at] = (one[at] ?? 0) ^ (other[at] ?? 0);
}

/** Key stream of one file: the same calls encrypt and decrypt. */
export class CounterStream {
  private readonly ecb;
  private readonly counters: DataView;
  private counter = 1;
  private left: Uint8Array = new Uint8Array(0);

  constructor(key: Uint8Array) {
    // The upper bytes stay zero: a file has fewer blocks than four bytes can count.
    this.counters = new DataView(new ArrayBuffer(BLOCKS_PER_BATCH * BLOCK));
    this.ecb = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  /** Returns a new array with the bytes encrypted or decrypted. */
  apply(bytes: Uint8Array): Buffer {
    const out = Buffer.from(new ArrayBuffer(bytes.length));
    let at = 0;
    while (at < bytes.length) {
      if (this.left.length === 0) this.left = this.next(bytes.length - at);
      const length = Math.min(this.left.length, bytes.length - at);
      const stream = this.left;
      xorInto(out.subarray(at, at + length), bytes.subarray(at, at + length), stream.subarray(0, length));
      this.left = stream.subarray(length);
      at += length;
    }
    return out;
  }

  private next(requested: number): Uint8Array {
    const blocks = Math.min(BLOCKS_PER_BATCH, Math.ceil(requested / BLOCK));
    for (let i = 0; i < blocks; i += 1) {
      this.counters.setUint32(i * BLOCK, this.counter, true);
      this.counter += 1;
    }
    return this.ecb.update(new Uint8Array(this.counters.buffer, 0, blocks * BLOCK));
  }
}

export const createMac = (keys: EntryKeys): Hmac => createHmac('sha1', keys.mac);

/** First ten bytes of the authentication code. */
export const computeTag = (mac: Hmac): Buffer => mac.digest().subarray(0, TAG_BYTES);

export const equalBytesSafely = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
