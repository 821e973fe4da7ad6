import { createHash } from 'node:crypto';

/** A digest in hexadecimal, MD5 or else SHA-256. */
export const md = (algorithm: string, text: string | Uint8Array): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex');

/** The nonces of the challenges of an answer, by algorithm. */
export function readNonces(challenges: readonly string[]): ReadonlyMap<string, string> {
  const entries = challenges.flatMap((text): (readonly [string, string])[] => {
    const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? [];
    const [, algorithm] = /algorithm=([\w-]+)/.exec(text) ?? [];
    return algorithm === undefined ? [] : [[algorithm, nonce]];
  });
  return new Map(entries);
}

/** What a client knows when it answers a challenge. */
export interface DigestClient {
  readonly user: string;
  readonly key: string;
  readonly nonce: string;
  readonly uri: string;
  readonly algorithm?: string;
  readonly method?: string;
  /** Count of the nonce; null: the oldest form, without one. */
  readonly nc?: string | null;
  readonly extra?: string;
  /** A body that the answer covers. */
  readonly covered?: Uint8Array;
}

/** The header a client makes of a challenge, as RFC 7616 says. */
export function proveDigest(answer: DigestClient): string {
  const { user, key, nonce, uri, algorithm = 'MD5', method = 'POST', nc = '00000001', extra = '', covered } = answer;
  const qop = covered === undefined ? 'auth' : 'auth-int';
  const body = covered === undefined ? '' : `:${md(algorithm, covered)}`;
  const [secret, request] = [md(algorithm, `${user}:Varco:${key}`), md(algorithm, `${method}:${uri}${body}`)];
  const middle = nc === null ? nonce : `${nonce}:${nc}:0a4f113b:${qop}`;
  const counted = nc === null ? '' : `, qop=${qop}, nc=${nc}, cnonce="0a4f113b"`;
  return `Digest username="${user}", realm="Varco", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}${counted}, response="${md(algorithm, `${secret}:${middle}:${request}`)}"${extra}`;
}
