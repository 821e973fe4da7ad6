import { createHmac, createPublicKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { generateSigningKey, importSigningKey, exportSigningKey, toPublicJwk } from './signing-key.ts';
import { parseBearerToken, signToken, type TokenRules, verifyToken } from './token.ts';

const now = new Date('2026-11-20T10:00:00Z');
const nowS = now.getTime() / 1_000;
const key = generateSigningKey();
const older = generateSigningKey();
const stranger = generateSigningKey();
const rules: TokenRules = {
  keys: { current: key, previous: older, tokenKey: key },
  type: 'at+jwt',
  issuer: 'https://portal.example',
  audience: 'varco-portal:1',
};
const token = { sub: '7', sid: 's1', ver: 3, amr: ['pwd', 'otp'], lifeS: 900, now };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = {
  iss: rules.issuer,
  aud: rules.audience,
  sub: '7',
  sid: 's1',
  ver: 3,
  amr: ['pwd'],
  iat: nowS,
  nbf: nowS,
  exp: nowS + 900,
};
const head = { alg: 'EdDSA', typ: 'at+jwt', kid: key.kid };
const forge = (header: Record<string, unknown>, payload: Record<string, unknown>, by = key): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(by.privateKey);
const hs256 = (): string => {
  const pem = createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' });
  const signed = `${part({ ...head, alg: 'HS256' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
};

test('a token is good for its life, also under the key before a rotation', async () => {
  const signed = signToken(rules, token);
  expect(await verifyToken(rules, signed, now)).toEqual({
    sub: '7',
    sid: 's1',
    ver: 3,
    amr: ['pwd', 'otp'],
    iat: nowS,
    exp: nowS + 900,
  });
  const before = signToken({ ...rules, keys: { current: older, previous: null, tokenKey: older } }, token);
  expect((await verifyToken(rules, before, now)).sub).toBe('7');
});

test.each<[string, () => string | Promise<string>, string]>([
  ['alg none', () => `${part({ ...head, alg: 'none' })}.${part(claims)}.`, 'jwt_invalid'],
  ['HS256 with the public key', hs256, 'jwt_invalid'],
  ['wrong typ', () => forge({ ...head, typ: 'plant+jwt' }, claims), 'jwt_invalid'],
  ['no typ', () => forge({ kid: key.kid }, claims), 'jwt_invalid'],
  ['wrong aud', () => forge(head, { ...claims, aud: 'varco-plant:1' }), 'jwt_invalid'],
  ['two audiences', () => forge(head, { ...claims, aud: [rules.audience, 'varco-plant:1'] }), 'jwt_invalid'],
  ['wrong iss', () => forge(head, { ...claims, iss: 'https://evil.example' }), 'jwt_invalid'],
  ['unknown kid', () => forge({ ...head, kid: stranger.kid }, claims, stranger), 'jwt_invalid'],
  ['our kid, foreign key', () => forge(head, claims, stranger), 'jwt_invalid'],
  ['expired', () => forge(head, { ...claims, exp: nowS - 1 }), 'jwt_expired'],
  ['not yet valid', () => forge(head, { ...claims, nbf: nowS + 60 }), 'jwt_invalid'],
  ['no exp', () => forge(head, { ...claims, exp: undefined }), 'jwt_invalid'],
  ['no session', () => forge(head, { ...claims, sid: undefined }), 'jwt_invalid'],
  ['version as text', () => forge(head, { ...claims, ver: '3' }), 'jwt_invalid'],
  [
    'jwk in the header',
    () => forge({ ...head, jwk: { ...toPublicJwk(stranger.publicKey) } }, claims, stranger),
    'jwt_invalid',
  ],
  ['jku in the header', () => forge({ ...head, jku: 'https://evil.example/keys' }, claims), 'jwt_invalid'],
  ['x5u in the header', () => forge({ ...head, x5u: 'https://evil.example/cert' }, claims), 'jwt_invalid'],
  ['not a token', () => 'AB123CD', 'jwt_malformed'],
  ['three dots', () => 'a.b.c.d', 'jwt_malformed'],
  ['huge', () => 'a'.repeat(100_000), 'jwt_malformed'],
])('forged or stale: %s', async (_name, make, sub) => {
  const forged = await make();
  await expect(verifyToken(rules, forged, now)).rejects.toMatchObject({ code: 'invalid_token', status: 401, sub });
});

test('one flipped character anywhere ends it', async () => {
  const signed = signToken(rules, token);
  for (let at = 0; at < signed.length; at += 7) {
    const other = signed[at] === 'A' ? 'B' : 'A';
    await expect(verifyToken(rules, signed.slice(0, at) + other + signed.slice(at + 1), now)).rejects.toMatchObject({
      code: 'invalid_token',
    });
  }
});

test('the header carries one bearer token', () => {
  expect(parseBearerToken('Bearer abc.def')).toBe('abc.def');
  expect(() => parseBearerToken(undefined)).toThrow('invalid_token/jwt_missing');
  for (const wrong of ['abc', 'bearer abc', 'Bearer a b', 'Basic abc', 'Bearer  abc'])
    expect(() => parseBearerToken(wrong)).toThrow('invalid_token/jwt_malformed');
});

test('keys survive storage; other kinds of key are refused', () => {
  expect(importSigningKey(exportSigningKey(key)).kid).toBe(key.kid);
  expect(() => importSigningKey(Buffer.from('nonsense'))).toThrow(/asn1|DECODER|Failed/i);
});
