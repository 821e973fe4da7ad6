import { createHash, randomBytes } from 'node:crypto';
import { equalSecrets } from '@varco/server-kit/auth/secrets.ts';
import type { ServerKey } from '../../auth/server-key.ts';

const REALM = 'Varco';
/** Long enough for a camera that reports once a minute to keep its nonce, short enough to forget the used ones. */
const NONCE_MS = 5 * 60_000;
/** Nonces whose use is remembered; beyond it the oldest are no longer accepted. */
const MAX_USED = 100_000;
const MAX_HEADER = 2_000;

/** Algorithms of RFC 7616. MD5 comes first in the challenge, because many cameras read only the first one. */
const ALGORITHMS = { MD5: 'md5', 'SHA-256': 'sha256' } as const;
type Algorithm = keyof typeof ALGORITHMS;
const hash = (algorithm: Algorithm, text: string | Uint8Array): string =>
  createHash(ALGORITHMS[algorithm]).update(text).digest('hex');

/** What a camera proves with: the digest of user, realm and key, by algorithm. */
export type DigestKeys = Readonly<Record<Algorithm, string>>;

export const buildDigestKeys = (user: string, key: string): DigestKeys => ({
  MD5: hash('MD5', `${user}:${REALM}:${key}`),
  'SHA-256': hash('SHA-256', `${user}:${REALM}:${key}`),
});

const sealContext = (uuid: string): string => `camera-digest/${uuid}`;
/** Sealed for its row: whoever has them can sign in as the camera. */
export const sealDigestKeys = (server: ServerKey, uuid: string, keys: DigestKeys): Buffer =>
  server.seal(sealContext(uuid), Buffer.from(`${keys.MD5} ${keys['SHA-256']}`));
export function openDigestKeys(server: ServerKey, uuid: string, sealed: Uint8Array): DigestKeys {
  const [md5 = '', sha256 = ''] = server.open(sealContext(uuid), sealed).toString().split(' ');
  return { MD5: md5, 'SHA-256': sha256 };
}

/** The answer of a camera to a challenge. */
export interface DigestAnswer {
  readonly user: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: Algorithm;
  /** Null: the form of RFC 2069, without a count. */
  readonly counted: { readonly nc: string; readonly cnonce: string; readonly qop: 'auth' | 'auth-int' } | null;
}

/** Reads an `Authorization` header; null: no digest, or one of a kind that was not offered. Linear in its length. */
export function parseDigest(header: string | undefined): DigestAnswer | null {
  if (header === undefined || header.length > MAX_HEADER || !/^digest /i.test(header)) return null;
  const fields = new Map<string, string>();
  for (const [, name = '', quoted, plain] of header
    .slice('digest '.length)
    .matchAll(/([A-Za-z*]{1,20})\s?=\s?(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g)) {
    fields.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  }
  const get = (name: string): string => fields.get(name) ?? '';
  const algorithm = get('algorithm').toUpperCase() || 'MD5';
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return null;
  const qop = get('qop').toLowerCase();
  // The second was not offered; some clients choose it all the same.
  if (qop !== '' && qop !== 'auth' && qop !== 'auth-int') return null;
  if (qop !== '' && (!/^[\da-f]{8}$/i.test(get('nc')) || get('cnonce') === '')) return null;
  if (['username', 'nonce', 'uri', 'response'].some((name) => get(name) === '')) return null;
  return {
    ...{ user: get('username'), nonce: get('nonce'), uri: get('uri'), response: get('response').toLowerCase() },
    algorithm,
    counted: qop === '' ? null : { nc: get('nc'), cnonce: get('cnonce'), qop },
  };
}

/** Whether the address in the answer is the one asked for; some cameras write it in full, or without its query. */
function isSameTarget(uri: string, target: string): boolean {
  const own = uri.replace(/^https?:\/\/[^/]*/i, '') || '/';
  return own === target || (!own.includes('?') && own === target.split('?', 1)[0]);
}

export interface DigestCheck {
  /** Headers that ask for a digest, MD5 before SHA-256. `isStale`: the answer was right and its nonce too old or used. */
  challenge(isStale: boolean): readonly string[];
  /** What is known of an answer before the body that it covers: whether this server gave its nonce, lately, for this address. */
  verifyHead(answer: DigestAnswer, request: Pick<DigestRequest, 'target'>): 'right' | 'stale' | 'wrong';
  /** Checks an answer; an accepted one is not accepted again. */
  verify(answer: DigestAnswer, keys: DigestKeys, request: DigestRequest): 'right' | 'stale' | 'wrong';
}
interface DigestRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** As sent, compressed or not; null: not read yet, so no answer that covers it is right. */
  readonly body: Uint8Array | null;
}

/** Whether an answer covers the body too. */
export const coversBody = ({ counted }: DigestAnswer): boolean => counted?.qop === 'auth-int';

/**
 * Digest authentication (RFC 7616) without a session: a nonce carries its time under the server's secret. Which counts of a
 * nonce were used is known to this process.
 */
export function createDigestCheck(server: ServerKey, now: () => Date): DigestCheck {
  const used = new Map<string, number>();
  let forgottenMs = 0;
  const sign = (text: string): string => server.mac('camera-digest', text);
  const createNonce = (): string => {
    const text = `${now().getTime().toString(36)}.${randomBytes(12).toString('base64url')}`;
    return `${text}.${sign(text)}`;
  };
  /** Instant at which a nonce of this server was made; null: it is not one. */
  const readNonce = (nonce: string): number | null => {
    const [time = '', random = '', mac = ''] = nonce.split('.');
    return equalSecrets(sign(`${time}.${random}`), mac) ? Number.parseInt(time, 36) : null;
  };
  const madeAt = (nonce: string): number => Number.parseInt(nonce.split('.', 1)[0] ?? '', 36);

  const isFresh = (madeMs: number): boolean => {
    const nowMs = now().getTime();
    return nowMs - madeMs <= NONCE_MS && madeMs <= nowMs + NONCE_MS && madeMs >= forgottenMs;
  };

  function spend(nonce: string, count: number, madeMs: number): boolean {
    const nowMs = now().getTime();
    if (!isFresh(madeMs)) return false;
    if (count <= (used.get(nonce) ?? 0)) return false;
    used.set(nonce, count);
    for (const old of used.keys()) {
      const isOver = nowMs - madeAt(old) > NONCE_MS;
      if (!isOver && used.size <= MAX_USED) break;
      used.delete(old);
      if (!isOver) forgottenMs = Math.max(forgottenMs, madeAt(old) + 1);
    }
    return true;
  }

  return {
    challenge(isStale) {
      const nonce = createNonce();
      const rest = `qop="auth", nonce="${nonce}"${isStale ? ', stale=true' : ''}`;
      return Object.keys(ALGORITHMS).map((algorithm) => `Digest realm="${REALM}", ${rest}, algorithm=${algorithm}`);
    },
    verifyHead({ nonce, uri }, { target }) {
      const madeMs = readNonce(nonce);
      if (madeMs === null || !isSameTarget(uri, target)) return 'wrong';
      return isFresh(madeMs) ? 'right' : 'stale';
    },
    verify(answer, keys, { method, target, body }) {
      const { algorithm, nonce, uri, counted } = answer;
      if (coversBody(answer) && body === null) return 'wrong';
      const covered = coversBody(answer) ? `:${hash(algorithm, body ?? '')}` : '';
      const request = hash(algorithm, `${method}:${uri}${covered}`);
      const middle = counted === null ? nonce : `${nonce}:${counted.nc}:${counted.cnonce}:${counted.qop}`;
      const right = hash(algorithm, `${keys[algorithm]}:${middle}:${request}`);
      const madeMs = readNonce(nonce);
      if (!equalSecrets(right, answer.response) || madeMs === null || !isSameTarget(uri, target)) return 'wrong';
      return spend(nonce, counted === null ? 1 : Number.parseInt(counted.nc, 16), madeMs) ? 'right' : 'stale';
    },
  };
}
