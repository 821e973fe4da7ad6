import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Derives a key for one purpose from the server's secret: HKDF-SHA256, 32 bytes. */
export const deriveKey = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32));

/** 256 random bits, base64url, for tokens, keys and links of which only the SHA-256 is stored. */
export const createRandomToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a token or code, the form in which it is stored. */
export const hashSecretText = (text: string): Buffer => createHash('sha256').update(text).digest();

export const hmacSha256 = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Constant-time comparison. Unequal lengths are unequal. */
export function equalSecrets(one: Uint8Array | string, other: Uint8Array | string): boolean {
  const [a, b] = [one, other].map((value) => createHash('sha256').update(value).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a 32-byte key; `context` binds the value to its location (table, column, id). */
export function sealBytes(key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a sealed value; throws `Error` when it was changed, moved or sealed under another key. */
export function openSealedBytes(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('sealed value too short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
