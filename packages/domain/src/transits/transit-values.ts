/** Values of checks and alarms of a transit (T 4.2, T 3.6), and which of them count as an alert. */

/** In the order of the stored code. `**` occurs only in redacted responses. */
export const CHECK_VALUES = ['', 'si', 'no', 'xx', '--', '/', '<x>', '<!>'] as const;
export type StoredCheck = (typeof CHECK_VALUES)[number];

export const ALARM_VALUES = ['no', 'si', 'pn', 'rad', 'scn', 'rub', '--'] as const;
export type StoredAlarm = (typeof ALARM_VALUES)[number];

export type CheckStyle = 'ok' | 'alert' | 'neutral';

/** T 4.2: for insured and inspected "si" is ok and "no" is an alert; everything else is neutral. */
export const getCheckStyle = (value: string): CheckStyle =>
  value === 'si' ? 'ok' : value === 'no' ? 'alert' : 'neutral';

/** Readings TA59: stolen is an alert on "si" (or the alarm code rub) and never ok. */
export const getStolenStyle = (value: string): CheckStyle => (value === 'si' || value === 'rub' ? 'alert' : 'neutral');

/**
 * Readings TA59: the flag of the national registry (`sives`) is neutral when it is empty, "no", "--", "/", "xx" or "**"
 * (hidden); every other value is an alert.
 */
export const getSivesStyle = (value: string): CheckStyle =>
  ['', 'no', '--', '/', 'xx', '**'].includes(value) ? 'neutral' : 'alert';

/** Readings TA11: every alarm code but "no" is an alert; "--" is not checked, "**" is hidden. */
export const getAlarmStyle = (value: string): CheckStyle =>
  ['', 'no', '--', '**'].includes(value) ? 'neutral' : 'alert';

/** Printable ADR code, for example 33/1203; empty without a panel. */
export const formatAdrCode = (kemler: string, unNumber: string): string =>
  kemler === '' && unNumber === '' ? '' : `${kemler}/${unNumber}`;

/**
 * T 4.2: insurance or inspection from the expiry day a look-up returned: "si" while that is after today, else "no", and
 * empty without a day.
 * @param ends ISO date; null: not returned
 * @param today ISO date of the plant
 */
export const toCheckValue = (ends: string | null, today: string): 'si' | 'no' | '' =>
  ends === null ? '' : ends > today ? 'si' : 'no';

/** The six meanings of the ministry's result in T 8.4. */
export type MinistryCheck = 'regular' | 'regularRecent' | 'congestion' | 'notPossible' | 'serviceError' | 'licence';

/**
 * T 8.4. Null for values that do not come from the ministry: an infringement, a hidden value.
 * @param value of insurance or inspection
 * @param isRecent the result is from the last 24 hours, requested for an earlier passage
 */
export function toMinistryCheck(value: string, isRecent: boolean): MinistryCheck | null {
  switch (value) {
    case 'si':
      return isRecent ? 'regularRecent' : 'regular';
    case '<!>':
      return 'congestion';
    case '--':
    case '/':
      return 'notPossible';
    case 'xx':
      return 'serviceError';
    case '<x>':
      return 'licence';
    default:
      return null;
  }
}
