import { describe, expect, it } from 'vitest';
import {
  megabytesToBytes,
  toConnectionState,
  hasServiceCredentialError,
  toMinistryState,
  getSystemStatusState,
} from './system-status.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const at = (seconds: number): { ts_time: string } => ({
  ts_time: new Date(Date.parse(NOW) + seconds * 1000).toISOString(),
});

describe('plant system status (P 4)', () => {
  it.each([
    ['pending', undefined, 'verifying'],
    ['no answer', null, 'invalid'],
    ['4 min 59 s old', at(-299), 'ok'],
    ['5 min old', at(-300), 'ok'],
    ['5 min 1 s old', at(-301), 'invalid'],
    ['5 min ahead', at(300), 'ok'],
    ['5 min 1 s ahead', at(301), 'invalid'],
    ['no instant', { ts_time: 'yesterday' }, 'invalid'],
  ] as const)('SYS-05 SYS-06 PST-03 %s', (_title, answer, state) => {
    expect(getSystemStatusState(answer, NOW)).toBe(state);
  });

  it.each([
    ['CONN-01', -99, 'none'],
    ['CONN-02', -4, 'vpnCredentialsMissing'],
    ['CONN-03', -3, 'credentialError'],
    ['CONN-04', -2, 'noConnection'],
    ['CONN-05', -1, 'connecting'],
    ['CONN-06', 0, 'disconnected'],
    ['CONN-07', 1, 'connected'],
    ['any other', 7, 'unknown'],
  ] as const)('%s plant connection %i is %s', (_id, code, state) => {
    expect(toConnectionState(code)).toBe(state);
  });

  it.each([
    ['CONN-08', -99, 'none'],
    ['CONN-09', -4, 'internalError'],
    ['CONN-10', -3, 'vpnCredentialsMissing'],
    ['CONN-11', -2, 'ministryCredentialsMissing'],
    ['CONN-12', -1, 'connecting'],
    ['CONN-13', 0, 'authenticationProblem'],
    ['CONN-14', 1, 'connected'],
    ['any other', 2, 'unknown'],
  ] as const)('%s ministry service %i is %s', (_id, code, state) => {
    expect(toMinistryState(code)).toBe(state);
  });

  it.each([
    [1, 1, false],
    [1, -3, true],
    [1, -4, true],
    [0, 1, true],
    [-2, 1, true],
    [-3, 1, true],
    [-4, 1, false],
    [-1, -1, false],
    [-99, -99, false],
  ])('DLG-03 ministry %i and VPN %i: credentials refused %s', (ministry, vpn, expected) => {
    expect(hasServiceCredentialError({ ministry: { status: ministry }, vpn: { status: vpn } })).toBe(expected);
  });

  it('CONST-15 disk sizes in MB: 1000 of them are 1 GB', () => {
    expect(megabytesToBytes(1000)).toBe(1_000_000_000);
  });
});
