import { createHash, generateKeyPairSync } from 'node:crypto';
import { getUser } from '@varco/contract/portal/user.ts';
import { signToken } from '@varco/server-kit/auth/token.ts';
import { generateSigningKey } from '@varco/server-kit/auth/signing-key.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSession, formatError, createPerson, seedPeople, signInAs } from '../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../testing/test-portal.ts';

let portal: TestPortal;
let browser: BrowserSession;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('bruni'), createPerson('verdi')]);
  browser = await signInAs(portal, 'bruni');
});
afterAll(() => portal.close());

const call = (headers: Record<string, string>) =>
  injectRaw(portal.app, getUser, { params: { id: browser.userId } }, { headers });
const outcome = async (token: string): Promise<string> => {
  const answer = await call({ authorization: `Bearer ${token}` });
  return `${answer.status} ${formatError(answer)}`;
};
const subject = () => {
  const [, payload = ''] = browser.token.split('.');
  const { sub, sid, ver } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { sub: String(sub), sid: String(sid), ver: Number(ver), amr: ['pwd'], lifeS: 900, now: portal.clock.now() };
};
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The genuine token's claims under another header, signed as said. */
async function forged(header: Record<string, unknown>, sign: 'none' | 'hs256' | 'genuine'): Promise<string> {
  const [, payload = ''] = browser.token.split('.');
  const { current } = portal.deps.tokens.keys;
  if (sign === 'none') return `${encode(header)}.${payload}.`;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: current.kid, ...header });
  if (sign === 'genuine') return jwt.sign(current.privateKey);
  // The classic confusion: the public key as the secret of a symmetric signature.
  const secret = Buffer.from(current.publicKey.export({ type: 'spki', format: 'pem' }));
  return jwt.sign(secret);
}

describe('access tokens', () => {
  it('NET-01 the genuine one is accepted, and says nothing of rights', async () => {
    expect(await outcome(browser.token)).toBe('200 undefined'.replace('undefined', ''));
    const [header = '', payload = ''] = browser.token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: portal.deps.tokens.keys.current.kid });
    expect(Object.keys(JSON.parse(payload)).toSorted()).toEqual([
      'amr',
      'aud',
      'exp',
      'iat',
      'iss',
      'nbf',
      'sid',
      'sub',
      'ver',
    ]);
  });

  it('NET-01 forged, foreign and untimely tokens are refused', async () => {
    const { tokens } = portal.deps;
    const kid = tokens.keys.current.kid;
    const stranger = generateSigningKey();
    const foreign = { current: stranger, previous: null, tokenKey: stranger };
    const table: [string, string][] = [
      ['alg none', await forged({ alg: 'none', typ: 'at+jwt', kid }, 'none')],
      ['HS256 with the public key', await forged({ alg: 'HS256' }, 'hs256')],
      [
        'a key in the header',
        await forged({ jwk: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) }, 'genuine'),
      ],
      ['another type', signToken({ ...tokens, type: 'plant+jwt' }, subject())],
      ['another audience', signToken({ ...tokens, audience: 'varco-plant:1' }, subject())],
      ['another issuer', signToken({ ...tokens, issuer: 'https://evil.example' }, subject())],
      ['another key', signToken({ ...tokens, keys: foreign }, subject())],
      [
        'another key under our kid',
        signToken({ ...tokens, keys: { ...foreign, tokenKey: { ...stranger, kid } } }, subject()),
      ],
      ['not yet valid', signToken(tokens, { ...subject(), now: new Date(portal.clock.now().getTime() + 600_000) })],
      ['tampered', browser.token.slice(0, -4) + 'AAAA'],
    ];
    for (const [title, token] of table)
      expect(`${title}: ${await outcome(token)}`).toMatch(/: 401 invalid_token\/jwt_(invalid|malformed)$/);
    expect(
      await outcome(signToken(tokens, { ...subject(), now: new Date(portal.clock.now().getTime() - 901_000) })),
    ).toBe('401 invalid_token/jwt_expired');
  });

  it('NET-01 no, malformed and query tokens', async () => {
    expect(formatError(await call({}))).toBe('invalid_token/jwt_missing');
    for (const value of ['Bearer', 'Bearer a b', 'Basic abc', 'Bearer ü'])
      expect(formatError(await call({ authorization: value }))).toBe('invalid_token/jwt_malformed');
    expect(await outcome('abc')).toMatch(/^401 invalid_token/);
    const asQuery = await portal.app.inject({
      method: 'GET',
      url: `/api/v1/user/${browser.userId}?token=${browser.token}`,
    });
    expect(asQuery.statusCode).toBe(401);
  });

  it('NET-01 what changed in the database counts at the next call: disabled, other version, other person, ended session', async () => {
    const other = await signInAs(portal, 'verdi');
    const mixed = signToken(portal.deps.tokens, { ...subject(), sid: other.sessionId });
    expect(await outcome(mixed)).toBe('401 invalid_token/session_revoked');
    const refused = '401 invalid_token/session_revoked';
    const { db } = portal.deps;
    const user = db.updateTable('portal_user').where('id', '=', browser.userId);
    await user.set({ is_active: false }).execute();
    expect(await outcome(browser.token)).toBe(refused);
    await user.set({ is_active: true, token_version: 2 }).execute();
    expect(await outcome(browser.token)).toBe(refused);
    await user.set({ token_version: 1, expires_at: portal.clock.now().toISOString() }).execute();
    expect(await outcome(browser.token)).toBe(refused);
    await user.set({ expires_at: null }).execute();
    expect(await outcome(browser.token)).toBe('200 ');
    await db
      .updateTable('session')
      .set({ revoked_at: portal.clock.now().toISOString() })
      .where('id', '=', browser.sessionId)
      .execute();
    expect(await outcome(browser.token)).toBe(refused);
  });

  it('no token, proof or cookie reaches the log', () => {
    const log = portal.logText();
    expect(log).toContain('"route":"/api/v1/login"');
    for (const secret of [
      browser.token,
      browser.refreshToken,
      browser.share,
      'bruni',
      createHash('sha256').update(browser.refreshToken).digest('hex'),
    ])
      expect(log).not.toContain(secret);
  });
});
