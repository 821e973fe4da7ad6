import { describe, expect, test } from 'vitest';
import {
  PLANT_LOGIN_STATES,
  type PlantLoginState,
  toLoginFailure,
  toLoginFailureFromNumber,
  getInitialLoginState,
  isPlantDisabled,
  isPlantEnabled,
  isFinalLoginState,
  getLoginNotification,
  needsPasswordChange,
} from './login-state.ts';
import { summarizeLogins } from './login-summary.ts';
import { findAddressConflict, parsePlantAddress } from './plant-address.ts';

test('PLOGIN-01 the nine states', () => {
  expect(PLANT_LOGIN_STATES.join(' ')).toBe('unknown new empty verifying ok bad expired userdisabled weakpwd');
  expect([getInitialLoginState(''), getInitialLoginState('x')]).toEqual(['empty', 'new']);
});

test.each([
  ['PLOGIN-04', 'user_expired', 'expired', 'user_expired'],
  ['PLOGIN-05', 'weak_password', 'weakpwd', 'weak_password'],
  ['PLOGIN-06', 'user_not_enabled', 'userdisabled', 'user_disabled'],
  ['PLOGIN-07', 'expired_password', 'bad', 'password_expired'],
  ['PLOGIN-08', 'bad_credentials', 'bad', 'credentials'],
  ['PLOGIN-08', 'internal', 'bad', 'other'],
  ['PLOGIN-08', '__proto__', 'bad', 'other'],
])('%s failure %s gives %s', (_id, code, state, reason) => {
  expect(toLoginFailure(code)).toEqual({ state, reason });
});

test.each([
  [100, 'userdisabled', 10017],
  [200, 'expired', 10015],
  [300, 'weakpwd', 10016],
  [999, 'bad', 10004],
])('PLOGIN-09 LOGIN-10 numeric code %i gives %s and notification %i', (code, state, notification) => {
  const failure = toLoginFailureFromNumber(code);
  expect(failure.state).toBe(state);
  expect(getLoginNotification(failure.state, true)).toBe(notification);
});

test('P 8 a bad sign-in without a password is 10020', () => {
  expect(getLoginNotification('bad', false)).toBe(10020);
});

test.each([
  [true, 1, true, false],
  [true, -1, true, false],
  [false, 1, false, true],
  [true, -2, false, true],
  [true, 0, false, false],
  [false, 0, false, true],
])('PLOGIN-11 PLOGIN-13 switch %s, active %i: enabled %s, disabled %s', (enabled, active, isEnabled, isDisabled) => {
  expect([isPlantEnabled(enabled, active), isPlantDisabled(enabled, active)]).toEqual([isEnabled, isDisabled]);
});

test.each([
  ['verifying', 1, 'verifying'],
  ['ok', 1, 'ok'],
  ['bad', 1, 'bad'],
  ['expired', 1, 'expired'],
  ['userdisabled', 1, 'userdisabled'],
  ['weakpwd', 1, 'weakpwd'],
  ['ok', -1, 'password change required'],
] as const)('PLC-01 the credentials of a plant in state %s, active %i, are: %s', (state, active, expected) => {
  expect(PLANT_LOGIN_STATES).toContain(state);
  expect(needsPasswordChange(state, active) ? 'password change required' : state).toBe(expected);
});

test('PLOGIN-12 a password change is asked for only when signed in', () => {
  expect([needsPasswordChange('ok', -1), needsPasswordChange('bad', -1), needsPasswordChange('ok', 1)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('verification summary', () => {
  const plant = (state: PlantLoginState, more: { active?: number; enabled?: boolean; wasVerified?: boolean } = {}) => ({
    state,
    enabled: more.enabled ?? true,
    active: more.active ?? 1,
    hasPassword: state !== 'empty',
    wasVerified: more.wasVerified ?? false,
  });

  test('PLOGIN-16 counts over a mixed list', () => {
    const states = ['ok', 'bad', 'expired', 'userdisabled', 'weakpwd', 'empty', 'verifying'] as const;
    const plants = [
      ...states.map((state) => plant(state)),
      plant('ok', { active: -1 }),
      plant('bad', { enabled: false }),
    ];
    expect(summarizeLogins(plants, true)).toEqual({
      total: 9,
      enabled: 8,
      ok: 2,
      verifying: 1,
      error: 4,
      missingPassword: 1,
      passwordChange: 1,
      bad: 1,
      go: false,
    });
  });

  test('PLOGIN-17 go: not before the first run, not while one is open, with failures and with no plants at all', () => {
    expect(summarizeLogins([plant('ok')], false).go).toBe(false);
    expect(summarizeLogins([plant('ok'), plant('verifying')], true).go).toBe(false);
    expect(summarizeLogins([plant('ok'), plant('new')], true).go).toBe(false);
    expect(summarizeLogins([plant('bad'), plant('empty'), plant('new', { enabled: false })], true).go).toBe(true);
    expect(summarizeLogins([], true).go).toBe(true);
    // A plant verified before is being signed in again: what is open stays open.
    expect(summarizeLogins([plant('verifying', { wasVerified: true })], true).go).toBe(true);
    expect(PLANT_LOGIN_STATES.filter((state) => !isFinalLoginState(state))).toEqual(['unknown', 'new', 'verifying']);
  });
});

test.each([
  ['https://cesena.example', 'https://cesena.example'],
  ['https://cesena.example:443/', 'https://cesena.example'],
  ['https://forlì.example:8443', 'https://xn--forl-tpa.example:8443'],
  ['http://impianto1.localhost:8401', 'http://impianto1.localhost:8401'],
  ['http://127.0.0.1:8401', 'http://127.0.0.1:8401'],
])('security 8: %s is an address', (text, origin) => {
  expect(parsePlantAddress(text)).toEqual({ ok: true, origin });
});

test.each([
  ['http://cesena.example', 'not_https'],
  ['http://127.0.0.1.evil.example', 'not_https'],
  ['javascript:alert(1)', 'malformed'],
  ['ftp://cesena.example', 'not_https'],
  ['https://u:p@cesena.example', 'has_extra'],
  ['https://cesena.example/api', 'has_extra'],
  ['https://cesena.example/?q', 'has_extra'],
  ['https://cesena.example/#x', 'has_extra'],
  ['cesena.example', 'malformed'],
  ['', 'malformed'],
])('security 8: %s is refused (%s)', (text, fault) => {
  expect(parsePlantAddress(text)).toEqual({ ok: false, fault });
});

test('security 5: another address in the registry is shown beside ours, never used', () => {
  expect(findAddressConflict('https://a.example', 'https://A.example/')).toBeNull();
  expect(findAddressConflict('https://a.example', null)).toBeNull();
  expect(findAddressConflict('https://a.example', 'https://b.example')).toEqual({
    sealed: 'https://a.example',
    registry: 'https://b.example',
  });
});
