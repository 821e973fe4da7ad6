/** Values of checks and alarms of a transit (T 4.2, T 3.6) and what makes them an alert. */

/** As stored, in the order of the stored code; `**` exists only in redacted answers. */
export const CHECK_VALUES = ['', 'si', 'no', 'xx', '--', '/', '<x>', '<!>'] as const;
export type StoredCheck = (typeof CHECK_VALUES)[number];

export const ALARM_VALUES = ['no', 'si', 'pn', 'rad', 'scn', 'rub', '--'] as const;
export type StoredAlarm = (typeof ALARM_VALUES)[number];

export type AlertLook = 'ok' | 'alert' | 'neutral';

/** T 4.2: for insured and inspected "si" is ok and "no" alerts; everything else says nothing. */
export const lookOfCheck = (value: string): AlertLook => (value === 'si' ? 'ok' : value === 'no' ? 'alert' : 'neutral');

/** Readings TA59: stolen alerts on "si" (or the alarm code rub) and never shows ok. */
export const lookOfStolen = (value: string): AlertLook => (value === 'si' || value === 'rub' ? 'alert' : 'neutral');

/** Readings TA59: the registry flag alerts on anything but empty, no, --, /, xx and the redaction mark. */
export const lookOfSives = (value: string): AlertLook =>
  ['', 'no', '--', '/', 'xx', '**'].includes(value) ? 'neutral' : 'alert';

/** Readings TA11: every alarm code but "no" alerts; "--" is not checked, "**" is hidden. */
export const lookOfAlarm = (value: string): AlertLook => (['', 'no', '--', '**'].includes(value) ? 'neutral' : 'alert');

/** Printable ADR code, for example 33/1203; empty without panel. */
export const adrCode = (kemler: string, unNumber: string): string =>
  kemler === '' && unNumber === '' ? '' : `${kemler}/${unNumber}`;

/**
 * T 4.2: insurance or inspection as a look-up tells it, by the day it ends: "si" while that is after today, else "no", and
 * empty without a day.
 * @param ends ISO date; null: the look-up told none; @param today ISO date of the plants' own day
 */
export const checkOfExpiry = (ends: string | null, today: string): 'si' | 'no' | '' =>
  ends === null ? '' : ends > today ? 'si' : 'no';

/** What the ministry's answer means, in the six cases of T 8.4. */
export type MinistryCheck = 'regular' | 'regularRecent' | 'congestion' | 'notPossible' | 'serviceError' | 'licence';

/**
 * T 8.4. Null for what is no message of the ministry: an infringement, a hidden value.
 * @param value of insurance or inspection; @param isRecent the answer is one of the last 24 hours, asked for an earlier passage
 */
export function ministryCheckOf(value: string, isRecent: boolean): MinistryCheck | null {
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
