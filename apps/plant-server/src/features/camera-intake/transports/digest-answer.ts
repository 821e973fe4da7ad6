import { createHash, randomBytes } from 'node:crypto';

/** Who asks a camera, and for what. */
export interface DigestRequest {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

const HASHES = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

/** Fields of one challenge. */
function parseChallenge(challenge: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [, name = '', quoted, plain] of challenge.matchAll(/([a-z]{1,20})\s?=\s?(?:"([^"]*)"|([^\s",]+))/gi))
    fields.set(name.toLowerCase(), quoted ?? plain ?? '');
  return fields;
}

/**
 * The `Authorization` header that answers the challenges of a camera (RFC 7616, also without `qop` as in RFC 2069). SHA-256 is
 * preferred. Null: there is no challenge of a known kind.
 */
export function answerDigest(challenges: readonly string[], request: DigestRequest): string | null {
  const known = challenges
    .flatMap((header) => header.slice(0, 2_000).split(/,\s*(?=Digest )/i))
    .filter((header) => /^\s*digest /i.test(header))
    .map(parseChallenge)
    .flatMap((fields) => {
      const name = (fields.get('algorithm') ?? 'MD5').toUpperCase();
      return name === 'MD5' || name === 'SHA-256' ? [{ fields, name } as const] : [];
    });
  const chosen = known.find(({ name }) => name === 'SHA-256') ?? known[0];
  if (chosen === undefined) return null;
  const { fields, name } = chosen;
  const hash = (text: string): string => createHash(HASHES[name]).update(text).digest('hex');
  const [realm, nonce] = [fields.get('realm') ?? '', fields.get('nonce') ?? ''];
  const { user, password, method, target } = request;
  const [secret, asked] = [hash(`${user}:${realm}:${password}`), hash(`${method}:${target}`)];
  const hasQop = (fields.get('qop') ?? '').split(',').some((qop) => qop.trim() === 'auth');
  const [nc, cnonce] = ['00000001', randomBytes(8).toString('hex')];
  const response = hasQop
    ? hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${asked}`)
    : hash(`${secret}:${nonce}:${asked}`);
  const opaque = fields.get('opaque');
  return [
    `Digest username="${user.replaceAll(/["\\]/g, '\\$&')}", realm="${realm}", nonce="${nonce}", uri="${target}", response="${response}"`,
    `algorithm=${name}`,
    ...(hasQop ? [`qop=auth, nc=${nc}, cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
}
