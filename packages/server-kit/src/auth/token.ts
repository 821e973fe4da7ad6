import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../errors/app-error.ts';
import { signText, type TokenKeyRing } from './signing-key.ts';

export type TokenType = 'at+jwt' | 'plant+jwt' | 'export+jwt';

export interface TokenRules {
  readonly keys: TokenKeyRing;
  readonly type: TokenType;
  readonly issuer: string;
  readonly audience: string;
}

export interface TokenClaims {
  readonly sub: string;
  /** Session id; its row is read at every call. */
  readonly sid: string;
  /** Token version of the account: the token is invalid when the database has another one. */
  readonly ver: number;
  /** Authentication methods of the sign-in: `pwd`, `otp`, ... */
  readonly amr: readonly string[];
  /** Epoch seconds. */
  readonly iat: number;
  readonly exp: number;
}

export interface NewToken {
  readonly sub: string;
  readonly sid: string;
  readonly ver: number;
  readonly amr: readonly string[];
  readonly lifeS: number;
  readonly now: Date;
}

const ALGORITHM = 'EdDSA';
const MAX_TOKEN_CHARACTERS = 4_096;
const FOREIGN_KEY_HEADERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit'];

const encodeTokenPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A signed token as in security rules, part 3. It identifies the user but contains no rights: those come from the
 * database. Signed here instead of by the library, which runs each signature in the thread pool at three times the
 * cost (ADR 0003).
 */
export function signToken(rules: TokenRules, token: NewToken): string {
  const nowS = Math.floor(token.now.getTime() / 1_000);
  const key = rules.keys.tokenKey;
  const header = { alg: ALGORITHM, typ: rules.type, kid: key.kid };
  const claims = {
    sid: token.sid,
    ver: token.ver,
    amr: token.amr,
    iss: rules.issuer,
    aud: rules.audience,
    sub: token.sub,
    iat: nowS,
    nbf: nowS,
    exp: nowS + token.lifeS,
  };
  const signed = `${encodeTokenPart(header)}.${encodeTokenPart(claims)}`;
  return `${signed}.${signText(key, signed)}`;
}

/**
 * Claims of a valid, unexpired token for exactly these rules. Throws `invalid_token` with `jwt_malformed`,
 * `jwt_invalid` or `jwt_expired`. The caller still has to check session and user.
 */
export async function verifyToken(rules: TokenRules, token: string, now: Date): Promise<TokenClaims> {
  try {
    if (token.length > MAX_TOKEN_CHARACTERS) throw tokenError('jwt_malformed');
    const header = decodeProtectedHeader(token);
    if (FOREIGN_KEY_HEADERS.some((name) => name in header)) throw tokenError('jwt_invalid');
    const key = [rules.keys.current, rules.keys.previous].find((one) => one !== null && one.kid === header.kid);
    if (key === undefined || key === null) throw tokenError('jwt_invalid');
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      typ: rules.type,
      issuer: rules.issuer,
      audience: rules.audience,
      requiredClaims: ['sub', 'sid', 'ver', 'iat', 'nbf', 'exp'],
      currentDate: now,
    });
    return toTokenClaims(payload, rules.audience);
  } catch (error) {
    throw error instanceof AppError ? error : tokenError(toTokenSubCode(error), error);
  }
}

/** Token of an `Authorization: Bearer` header. Throws `invalid_token` / `jwt_missing` or `jwt_malformed`. */
export function parseBearerToken(header: string | undefined): string {
  if (header === undefined || header === '') throw tokenError('jwt_missing');
  const found = /^Bearer ([A-Za-z0-9._-]{1,4096})$/.exec(header);
  if (found?.[1] === undefined) throw tokenError('jwt_malformed');
  return found[1];
}

const tokenError = (sub: string, cause?: unknown): AppError => new AppError('invalid_token', { sub, cause });

function toTokenSubCode(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'jwt_expired';
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid || error instanceof TypeError)
    return 'jwt_malformed';
  return error instanceof errors.JOSEError ? 'jwt_invalid' : 'jwt_unknown_error';
}

function toTokenClaims(payload: JWTPayload, audience: string): TokenClaims {
  const { sub, iat, exp, aud } = payload;
  const { sid, ver, amr } = payload;
  const isWhole =
    typeof sub === 'string' &&
    typeof sid === 'string' &&
    typeof ver === 'number' &&
    iat !== undefined &&
    exp !== undefined;
  // Only a single audience is accepted: with a list one token would be valid at two servers.
  if (!isWhole || aud !== audience) throw tokenError('jwt_invalid');
  const methods: string[] = Array.isArray(amr) ? amr.filter((one): one is string => typeof one === 'string') : [];
  return { sub, sid, ver, amr: methods, iat, exp };
}
