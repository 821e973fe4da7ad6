import { describe, expect, test } from 'vitest';
import { parseGuarded } from './api/json-guard.ts';
import { sniffType } from './api/read-body.ts';
import { getReasonHeader, setReason } from './case/reason.ts';
import { parseSearch, stringifySearch, extractPlate } from './search-codec.ts';
import { upgradeLoginResponse } from './session/login-response.ts';
import { LOGIN_MESSAGES, toLoginFailure } from './session/login-message.ts';
import { allowHtml, allowScriptUrl } from './trusted-types.ts';

describe('search codec', () => {
  test('values stay strings: 12E34 and 007 are no numbers, true no boolean', () => {
    expect(parseSearch('?a=12E34&b=007&c=true&d=%5B1%5D')).toEqual({ a: '12E34', b: '007', c: 'true', d: '[1]' });
  });

  test('what identifies a person or a vehicle is never written to an address', () => {
    const written = stringifySearch({
      plate: 'GK508RB',
      targa: 'X',
      f_codfisc: 'RSSMRA',
      name: 'Rossi',
      page: 2,
      gates: [1, 2],
      empty: '',
      off: null,
    });
    expect(written).toBe('?page=2&gates=1%2C2');
    expect(stringifySearch({ plate: 'GK508RB' })).toBe('');
  });

  test('?plate= is accepted once and taken out', () => {
    expect(extractPlate('?plate=GK508RB&page=1')).toEqual({ plate: 'GK508RB', rest: '?page=1' });
    expect(extractPlate('?page=1')).toBeNull();
  });

  test('prototype keys are dropped', () => {
    expect(Object.keys(parseSearch('?__proto__=1&constructor=2&a=3'))).toEqual(['a']);
  });
});

describe('trusted types (security 2)', () => {
  test('markup is never trusted, style text is', () => {
    expect(allowHtml('.a { color: red }')).toBe('.a { color: red }');
    for (const text of ['<b>', '<img src=x onerror=alert(1)>', 'a<b']) expect(allowHtml(text)).toBeNull();
  });

  test.each([
    ['/assets/kdf.worker-abc.js', true],
    ['https://portal.example/assets/a.js', true],
    ['/sw.js', true],
    ['https://evil.example/assets/a.js', false],
    ['//evil.example/assets/a.js', false],
    ['/assets/../api/v1/user', false],
    ['/uploads/a.js', false],
    ['javascript:alert(1)', false],
    ['data:text/javascript,alert(1)', false],
    ['blob:https://portal.example/1', false],
  ])('script address %s: %s', (url, isAllowed) => {
    expect(allowScriptUrl(url, 'https://portal.example') !== null).toBe(isAllowed);
  });
});

describe('portal login answer and messages', () => {
  test('LOGIN-02 the user is accepted nested or at top level; a duration becomes an instant', () => {
    const user = { id: 1, uuid: 'u', first_access: false, frontend_url: '' };
    const nested = { token: 't', expires: 1_900_000_000, user };
    const flat = { token: 't', expires: 900, ...user };
    expect(upgradeLoginResponse(nested, 1000)).toEqual(nested);
    expect(upgradeLoginResponse(flat, 1000)).toMatchObject({ token: 't', expires: 1900, user });
    expect(upgradeLoginResponse('x', 1000)).toBe('x');
  });

  test.each([
    ['LOGIN-04', { status: 418, code: 'not_configured' }, 'missing_ip_configuration'],
    ['LOGIN-05', { status: 401, code: 'user_expired' }, 'user_expired'],
    ['LOGIN-06', { status: 401, code: 'expired_password' }, 'password_expired'],
    ['LOGIN-07', { status: 403, code: 'email_not_verified' }, 'user_not_verified'],
    ['LOGIN-07 text', { status: 403, code: 'no_perms', detail: 'email not verified' }, 'user_not_verified'],
    ['LOGIN-08 wrong code', { status: 401, code: 'bad_credentials', subCode: 'bad_otp' }, 'wrong_otp'],
    ['LOGIN-09', { status: 401, code: 'bad_credentials' }, 'login_failed'],
    ['LOGIN-11 server fault', { status: 500, code: 'internal' }, 'unknown_error'],
    ['LOGIN-11 not our answer', { status: 200, code: 'unavailable', subCode: 'not_json' }, 'unknown_error'],
  ])('%s', (_id, refusal, message) => {
    expect(toLoginFailure(refusal)).toEqual({ kind: 'message', message });
    expect(LOGIN_MESSAGES).toContain(message);
  });

  test('LOGIN-08 TFA-01 a passcode or recovery code is requested; throttling and missing connections are distinguished', () => {
    expect(toLoginFailure({ status: 401, code: 'no_auth', subCode: 'passcode_required' }).kind).toBe(
      'passcode_required',
    );
    expect(toLoginFailure({ status: 401, code: 'no_auth', subCode: 'recovery_code_required' }).kind).toBe(
      'recovery_code_required',
    );
    expect(toLoginFailure({ status: 0, code: 'unavailable', subCode: 'network' }).kind).toBe('unreachable');
    expect(toLoginFailure({ status: 429, code: 'rate_limit_exceeded', retryAfterSeconds: 30 })).toEqual({
      kind: 'slowed_down',
      retryAfterSeconds: 30,
    });
  });
});

test('the reason header is left out until the case bar holds a valid reason', () => {
  expect(getReasonHeader()).toBeNull();
  setReason({ code: 'training', text: 'xxxxxxxxxxxx' });
  expect(getReasonHeader()).toBeNull();
  setReason({ text: 'Corso per i nuovi operatori' });
  expect(getReasonHeader()).toMatch(/^[A-Za-z0-9_-]+$/);
  setReason({ text: '\u{10400}ab'.repeat(330) });
  expect((getReasonHeader() ?? '').length).toBeLessThanOrEqual(2731);
  setReason({ code: '', text: '' });
});

test('security 9: depth 32 passes, 33 does not', () => {
  const deep = (n: number): string => `${'['.repeat(n)}1${']'.repeat(n)}`;
  expect(parseGuarded(deep(32)).ok).toBe(true);
  expect(parseGuarded(deep(33))).toEqual({ ok: false, fault: 'bad_answer' });
  expect(parseGuarded('{"a":{"prototype":1}}').ok).toBe(false);
});

test.each([
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['application/zip', [0x50, 0x4b, 0x03, 0x04]],
  ['text/csv', [0x61, 0x3b, 0x62]],
  [null, [0x3c, 0x68, 0x74, 0x6d, 0x6c]],
  [null, [0, 1, 2]],
  [null, []],
])('security 8: %s is known by its first bytes', (type, bytes) => {
  expect(sniffType(Uint8Array.from(bytes))).toBe(type);
});
