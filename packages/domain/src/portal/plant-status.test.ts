import { describe, expect, it } from 'vitest';
import {
  hasNoPlates,
  isLicenceExpired,
  isPlantOffline,
  isSeenWarning,
  isServerWorking,
  isWrongIp,
  parseWrongIp,
  type PlantStatusFacts,
  getPlantStatus,
  getPlantStatusLabel,
  buildWrongIpMessage,
} from './plant-status.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const healthy: PlantStatusFacts = {
  reachable: true,
  verified: true,
  lastSeen: ago(1),
  lastStatusMessage: 'ok',
  lastStatusMessageTime: ago(600),
  serverTime: ago(1),
  lastPlateDate: ago(2),
  licenseExpiration: '2027-01-31',
};
const wrongIp = { lastStatusMessage: buildWrongIpMessage('10.1.0.2', '10.1.0.9'), lastStatusMessageTime: ago(16) };
const plant = (change: Partial<PlantStatusFacts>): PlantStatusFacts => ({ ...healthy, ...change });

describe('plant status (P 4)', () => {
  it.each<[number, string, Partial<PlantStatusFacts>]>([
    [1, 'PSTAT-08 reachable and verified', {}],
    [2, 'PSTAT-05 offline', { reachable: false, lastSeen: ago(31), serverTime: ago(31) }],
    [3, 'PSTAT-02 wrong IP', wrongIp],
    [4, 'PSTAT-06 silent: answers when asked, no longer reports', { lastSeen: ago(31) }],
    [4, 'PSTAT-06 silent: never reported', { lastSeen: null }],
    [5, 'PSTAT-10 unreachable', { reachable: false, lastSeen: ago(10) }],
    [6, 'PSTAT-09 reachable, not verified', { verified: false }],
    [7, 'PSTAT-03 licence expired', { licenseExpiration: '2026-11-19' }],
    [8, 'PSTAT-07 no plates for 61 minutes', { lastPlateDate: ago(61) }],
    [9, 'PSTAT-04 still heard, server time missing', { serverTime: null }],
    [9, 'PSTAT-04 still heard, server time stale', { reachable: false, lastSeen: ago(5), serverTime: ago(31) }],
    [
      2,
      'PSTAT-05 a dead plant is offline, not without communication',
      { reachable: false, lastSeen: null, serverTime: null },
    ],
  ])('gives %i: %s', (code, _title, change) => {
    expect(getPlantStatus(plant(change), NOW)).toBe(code);
  });

  it('PSTAT-01 the first match in the priority wins', () => {
    const all = {
      ...wrongIp,
      licenseExpiration: '2020-01-01',
      serverTime: null,
      lastSeen: null,
      verified: false,
      lastPlateDate: null,
    };
    expect(getPlantStatus(plant(all), NOW)).toBe(3);
    expect(getPlantStatus(plant({ ...all, lastStatusMessage: 'ok' }), NOW)).toBe(7);
    expect(getPlantStatus(plant({ ...all, lastStatusMessage: 'ok', licenseExpiration: null }), NOW)).toBe(9);
    expect(getPlantStatus(plant({ reachable: false, lastSeen: null, lastPlateDate: null }), NOW)).toBe(2);
    expect(getPlantStatus(plant({ lastSeen: null, lastPlateDate: null }), NOW)).toBe(4);
    expect(getPlantStatus(plant({ verified: false, lastPlateDate: null }), NOW)).toBe(8);
  });

  it('PSTAT-11 every code has its own label key', () => {
    const labels = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(getPlantStatusLabel);
    expect(labels).toEqual([
      'ok',
      'offline',
      'wrongIp',
      'silent',
      'unreachable',
      'notVerified',
      'licenceExpired',
      'noPlates',
      'noCommunication',
    ]);
  });

  it.each([
    [31, false, true],
    [31, true, false],
    [30, false, false],
  ])('PSTAT-12 offline: seen %i min ago, reachable %s gives %s', (minutes, reachable, expected) => {
    expect(isPlantOffline({ lastSeen: ago(minutes), reachable }, NOW)).toBe(expected);
  });

  it.each([
    [14, false],
    [15, true],
    [30, true],
    [31, false],
  ])('PSTAT-13 warning: seen %i min ago gives %s', (minutes, expected) => {
    expect(isSeenWarning({ lastSeen: ago(minutes) }, NOW)).toBe(expected);
  });

  it('PSTAT-14 wrong IP needs a message older than 15 minutes with two different addresses', () => {
    expect(isWrongIp(wrongIp, NOW)).toBe(true);
    expect(isWrongIp({ ...wrongIp, lastStatusMessageTime: ago(14) }, NOW)).toBe(false);
    expect(isWrongIp({ ...wrongIp, lastStatusMessageTime: null }, NOW)).toBe(false);
    expect(isWrongIp({ ...wrongIp, lastStatusMessage: 'camera 3 dirty' }, NOW)).toBe(false);
  });

  it('PSTAT-15 only the agreed message form reports a mismatch', () => {
    expect(parseWrongIp(buildWrongIpMessage('10.1.0.2', '10.1.0.9'))).toEqual({
      expected: '10.1.0.2',
      actual: '10.1.0.9',
    });
    expect(parseWrongIp(buildWrongIpMessage('10.1.0.2', '10.1.0.2'))).toBeNull();
    expect(parseWrongIp('seen 10.1.0.2 and 10.1.0.9')).toBeNull();
    expect(parseWrongIp(null)).toBeNull();
  });

  it('PSTAT-16 PSTAT-17 server time 30 minutes, plates 60 minutes', () => {
    expect([null, ago(31), ago(29)].map((t) => isServerWorking(t, NOW))).toEqual([false, false, true]);
    expect([null, ago(61), ago(59)].map((t) => hasNoPlates(t, NOW))).toEqual([true, true, false]);
  });

  it('PSTAT-03 a licence is valid to the end of its day in Italy', () => {
    expect(isLicenceExpired('2026-11-20', '2026-11-20T22:59:59.999Z')).toBe(false);
    expect(isLicenceExpired('2026-11-20', '2026-11-20T23:00:00.000Z')).toBe(true);
  });
});
