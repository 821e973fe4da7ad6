import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Sha256, fromBase64Url, toBase64Url } from './audit-bytes.ts';
import { computeDetailCommitment, serialiseDetail, computeGenesisHash } from './audit-hash.ts';
import { canonicalJson, toAuditJson } from './canonical-json.ts';

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

test('genesis of an origin is the published vector (security, part 6)', () => {
  const hash = computeGenesisHash(sha256, 'cesena.example/audit/7b0d7c2e/1');
  expect(toBase64Url(hash)).toBe('mJDGPF_tm0Efd4Uog7tINtXMV-tLvoBtAYgkg_9xh2E');
});

test('commitment to a detail is the published vector (security, part 6)', () => {
  const text = serialiseDetail({ f_targa: 'AB123CD' });
  expect(computeDetailCommitment(sha256, new Uint8Array(16).fill(1), text)).toBe(
    'MFXDo7pN_xVMIu5CWHQa2zvEU04XwE9LBRXUYspf1Qw',
  );
});

test.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  // RFC 8785, 3.2.3: members sort by UTF-16 code units, not by code points
  [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
  ],
  [-0, '0'],
  ['\u000f\n"\\/\u00e8', '"\\u000f\\n\\"\\\\/\u00e8"'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('canonical text of %j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '\ud800'])(
  'refuses %s, which has no one spelling',
  (value) => {
    expect(() => canonicalJson(value)).toThrow(RangeError);
  },
);

test('what a handler records is mended, never refused for its spelling', () => {
  const recorded = toAuditJson({
    lat: 44.1391,
    id: 1145698732100096017n,
    none: undefined,
    text: 'a\ud800',
    when: Number.NaN,
  });
  expect(canonicalJson(recorded)).toBe('{"id":"1145698732100096017","lat":"44.1391","text":"a\ufffd","when":"NaN"}');
  let deep: unknown = 'x';
  for (let level = 0; level < 20; level++) deep = [deep];
  expect(() => toAuditJson(deep)).toThrow(RangeError);
});

test('__proto__ as a member name is recorded as a member', () => {
  const recorded = toAuditJson(JSON.parse('{"__proto__":{"admin":true}}'));
  expect(canonicalJson(recorded)).toBe('{"__proto__":{"admin":true}}');
});

test('base64url has one spelling for some bytes', () => {
  expect(fromBase64Url('AQ')).toEqual(Uint8Array.of(1));
  expect(fromBase64Url('AR')).toBeNull();
  expect(fromBase64Url('A+')).toBeNull();
  expect(fromBase64Url('A')).toBeNull();
});
