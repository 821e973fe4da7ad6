import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** An Ed25519 key pair of a server; `kid` is the RFC 7638 thumbprint of the public key. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Public key as it is enrolled, pinned and published. */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

/** Keys by `kid`: the newest signs, the previous one still verifies until it is removed (two valid at a time). */
export interface KeyRing {
  readonly current: SigningKey;
  readonly previous: SigningKey | null;
}

/** Keys of a server of which several processes verify what one of them signed. */
export interface TokenKeyRing extends KeyRing {
  /** Signs tokens: the newest that every process of the server has had the time to read (ADR 0036). */
  readonly tokenKey: SigningKey;
}

const toSigningKey = (privateKey: KeyObject): SigningKey => {
  const publicKey = createPublicKey(privateKey);
  return { kid: computeJwkThumbprint(toPublicJwk(publicKey)), privateKey, publicKey };
};

export const generateSigningKey = (): SigningKey => toSigningKey(generateKeyPairSync('ed25519').privateKey);

/** PKCS 8 bytes of the private key; seal them before storing. */
export const exportSigningKey = (key: SigningKey): Buffer => key.privateKey.export({ type: 'pkcs8', format: 'der' });

/** Key from `exportSigningKey`. Throws `Error` when the bytes are not an Ed25519 key. */
export function importSigningKey(pkcs8: Uint8Array): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), type: 'pkcs8', format: 'der' });
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return toSigningKey(privateKey);
}

export function toPublicJwk(key: KeyObject): PublicJwk {
  const { x } = key.export({ format: 'jwk' });
  if (key.asymmetricKeyType !== 'ed25519' || x === undefined) throw new Error('not an Ed25519 key');
  return { kty: 'OKP', crv: 'Ed25519', x };
}

/** Public key from its JWK; other members are ignored. Throws `Error` for anything but Ed25519. */
export function importPublicJwk(jwk: PublicJwk): KeyObject {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || !/^[A-Za-z0-9_-]{43}$/.test(jwk.x))
    throw new Error('not an Ed25519 key');
  return createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
}

/** Key id: RFC 7638 thumbprint of the public key. */
export const computeJwkThumbprint = ({ crv, kty, x }: PublicJwk): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');

/** Ed25519 signature of UTF-8 text, base64url. */
export const signText = (key: SigningKey, text: string): string =>
  sign(null, Buffer.from(text), key.privateKey).toString('base64url');

/** False for a wrong signature and for one that is not base64url of 64 bytes. */
export function isTextSigned(publicKey: KeyObject, text: string, signature: string): boolean {
  if (!/^[A-Za-z0-9_-]{86}$/.test(signature)) return false;
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
}
