import { describe, expect, test } from 'vitest';
import {
  NOTIFICATIONS,
  NOTIFICATION_TYPES,
  type NotificationCode,
  selectShownNotifications,
  addNotification,
} from './notifications.ts';

const codes = Object.keys(NOTIFICATIONS).map(Number);

test('NOTIF-07 the codes run from 10001 to 10035 without a gap', () => {
  expect(codes).toEqual(Array.from({ length: 35 }, (_, i) => 10_001 + i));
});

test('NOTIF-02 the four types', () => {
  expect(NOTIFICATION_TYPES).toEqual(['error', 'warning', 'success', 'info']);
});

test.each<[string, NotificationCode, string, number]>([
  ['NOTIF-08', 10002, 'success', 5000],
  ['NOTIF-09', 10003, 'error', 5000],
  ['NOTIF-13', 10009, 'success', 5000],
  ['NOTIF-14', 10010, 'error', 10_000],
  ['NOTIF-15', 10011, 'success', 5000],
  ['NOTIF-16', 10012, 'error', 10_000],
  ['NOTIF-17', 10013, 'success', 5000],
  ['NOTIF-18', 10014, 'error', 10_000],
  ['NOTIF-23', 10001, 'error', 5000],
  ['NOTIF-24', 10007, 'info', 5000],
  ['NOTIF-25', 10005, 'warning', 5000],
  ['NOTIF-26', 10008, 'error', 5000],
  ['NOTIF-28', 10018, 'warning', 5000],
  ['NOTIF-29', 10021, 'success', 5000],
  ['NOTIF-29', 10022, 'error', 10_000],
  ['NOTIF-29', 10023, 'success', 5000],
  ['NOTIF-29', 10024, 'error', 10_000],
  ['NOTIF-29', 10025, 'success', 5000],
  ['NOTIF-29', 10026, 'error', 10_000],
  ['NOTIF-30', 10027, 'success', 5000],
  ['NOTIF-30', 10028, 'error', 5000],
  ['NOTIF-32', 10019, 'error', 5000],
  ['NOTIF-33', 10029, 'error', 10_000],
  ['DLG-05', 10035, 'warning', 60_000],
])('%s code %i is %s for %i ms', (_id, code, type, timeoutMs) => {
  expect(NOTIFICATIONS[code]).toMatchObject({ type, timeoutMs });
});

test('NOTIF-22 NOTIF-06 NOTIF-27 NOTIF-31 the six about credentials link to the page and stay until closed', () => {
  const linked = Object.entries(NOTIFICATIONS).filter(([, rule]) => rule.link !== null);
  expect(linked.map(([code]) => Number(code))).toEqual([10_004, 10_006, 10_015, 10_016, 10_017, 10_020]);
  for (const [, rule] of linked) expect(rule).toMatchObject({ timeoutMs: 0, link: '/credentials' });
});

describe('SHELL-03 at most five', () => {
  const timed = (id: string) => ({ id, timeout: 5000 });
  const sticky = (id: string) => ({ id, timeout: 0 });
  const names = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join('');
  const arrive = (...all: { id: string; timeout: number }[]): readonly { id: string; timeout: number }[] => {
    let list: readonly { id: string; timeout: number }[] = [];
    for (const one of all) list = addNotification(list, one);
    return list;
  };

  test('the newest five, newest first', () => {
    expect(names(selectShownNotifications(arrive(...'abcdef'.split('').map(timed))))).toBe('fedcb');
  });

  test('an older timed one is dropped, an older sticky one comes back when there is room', () => {
    const list = arrive(sticky('a'), timed('b'), ...'cdefg'.split('').map(timed));
    expect(names(selectShownNotifications(list))).toBe('gfedc');
    const closed = list.filter(({ id }) => id !== 'd');
    expect(names(selectShownNotifications(closed))).toBe('gfeca');
  });
});
