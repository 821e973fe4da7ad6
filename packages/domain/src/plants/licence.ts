import { toInstantMs } from '../time-instant.ts';
import { addDays, toRomeDay } from '../time/rome.ts';

/** Licence of a plant by its wire names (P 3). Days are `YYYY-MM-DD`. */
export interface PlantLicence {
  readonly expiration_date: string | null;
  /** DD/MM/YYYY, sent by older plants. */
  readonly lic_scadenza: string | null;
  readonly license_numeric: string | null;
  readonly license_options: {
    readonly adv_charts?:
      | { readonly expiration_date: string | null; readonly g2g: boolean; readonly population: boolean }
      | null
      | undefined;
  } | null;
}

const ITALIAN_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** `31/12/2025` as `2025-12-31`; null when it is not a valid calendar day. */
export function parseItalianDay(text: string | null): string | null {
  const [, day, month, year] = ITALIAN_DAY.exec(text ?? '') ?? [];
  const iso = `${year}-${month}-${day}`;
  try {
    // 29 February of a non-leap year would become 1 March.
    return addDays(iso, 0) === iso ? iso : null;
  } catch {
    return null;
  }
}

/** Last valid day of a licence (readings B-34): `expiration_date`, else `lic_scadenza`; null: unknown. */
export const getLicenceDay = (licence: Pick<PlantLicence, 'expiration_date' | 'lic_scadenza'>): string | null =>
  licence.expiration_date ?? parseItalianDay(licence.lic_scadenza);

/** Days before the end from which the licence counts as expiring (P 4, inclusive: readings B-38). */
const LICENCE_EXPIRING_DAYS = 30;

export type LicenceWarning = 'expired' | 'expiring';

/** P 4: expired once its last day in Italy is over, expiring from 30 days before; null: no warning. */
export function getLicenceWarning(lastDay: string | null, now: string): LicenceWarning | null {
  if (lastDay === null) return null;
  const today = toRomeDay(toInstantMs(now));
  if (today > lastDay) return 'expired';
  return addDays(today, LICENCE_EXPIRING_DAYS) >= lastDay ? 'expiring' : null;
}

const HOUR_MS = 3_600_000;
const MAX_NOTICES_PER_DAY = 4;

/**
 * Whether the licence notice of a plant may be shown again (P 4, readings B-36): an hour after the last one, four
 * times per Rome day. @param shown instants at which it was shown before, in any order
 */
export function isLicenceNoticeDue(shown: readonly string[], now: string): boolean {
  const at = toInstantMs(now);
  const today = toRomeDay(at);
  const times = shown.map(toInstantMs).filter((time) => time <= at);
  if (times.some((time) => at - time < HOUR_MS)) return false;
  return times.filter((time) => toRomeDay(time) === today).length < MAX_NOTICES_PER_DAY;
}

/** P 5: the licence counts as valid only with one of the accepted numbers, whatever its date (readings B-35). */
export const isAcceptedLicenceNumber = (number: string | null, accepted: readonly string[]): boolean =>
  number !== null && accepted.includes(number);
