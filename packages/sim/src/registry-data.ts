import { encodeChassis } from './chassis.ts';
import type { IsoDate } from './instants.ts';
import { deriveOwner, type SimOwner } from './people.ts';
import { findItalianKind } from './plate-series.ts';
import { itemAt, hashText, mixHash, hashToUnit } from './random.ts';
import { describeVehicle, type SimVehicle } from './vehicles.ts';

export interface SimInsurance {
  readonly company: string;
  readonly policy: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Cover continues for fifteen days after the end (comporto). */
  readonly graceUntil: IsoDate;
}

export interface SimInspection {
  readonly last: IsoDate | null;
  /** Day on which the next inspection is due, including the first one. */
  readonly next: IsoDate;
}

export interface SimRegistryRecord {
  readonly vehicle: SimVehicle;
  readonly chassis: string;
  readonly firstRegistration: IsoDate;
  readonly owner: SimOwner;
  /** Newest contract, current or expired; null: none registered (trailers do not need one). */
  readonly insurance: SimInsurance | null;
  readonly inspection: SimInspection;
  readonly stolenSince: IsoDate | null;
  /** National transport lists A1 and C. */
  readonly isListedA1: boolean;
  readonly isListedC: boolean;
}

/** Shares of Italian vehicles. */
export const UNINSURED_SHARE = 0.07;
export const UNINSPECTED_SHARE = 0.1;
export const STOLEN_SHARE = 0.0015;

const COMPANIES = [
  'Assicurazioni Adriatica',
  'Compagnia del Delta',
  'Mutua Via Emilia',
  'Garanzia Appennino',
  'Rubicone Vita e Danni',
];

/**
 * Registry record of a plate on a day. Pure, so three million vehicles need no table. `null` when the plate does not
 * have an Italian form. `today` is the local day as YYYY-MM-DD; contracts and inspections advance with it.
 */
export function buildRegistryRecord(seed: number, plate: string, today: IsoDate): SimRegistryRecord | null {
  const kind = findItalianKind(plate, seed);
  if (kind === null) return null;
  const hash = hashText(mixHash(seed, 91), plate);
  const vehicle = describeVehicle(plate, 'I', kind, seed);
  const isWork = kind !== 'car' && kind !== 'motorbike' && kind !== 'moped';
  const todayNumber = toDayNumber(today);
  const registered = Math.min(todayNumber - 30, toDayNumber(`${vehicle.year}-01-01`) + (mixHash(hash, 1) % 365));
  return {
    vehicle,
    chassis: encodeChassis(plate, seed),
    firstRegistration: formatDayNumber(registered),
    owner: deriveOwner(plate, isWork, seed, Number(today.slice(0, 4))),
    insurance: kind === 'trailer' ? null : deriveInsurance(hash, todayNumber, registered),
    inspection: deriveInspection(hash, todayNumber, registered, isWork),
    stolenSince:
      hashToUnit(mixHash(hash, 2)) < STOLEN_SHARE ? formatDayNumber(todayNumber - 1 - (mixHash(hash, 3) % 300)) : null,
    isListedA1: hashToUnit(mixHash(hash, 4)) < (isWork ? 0.008 : 0.0005),
    isListedC: hashToUnit(mixHash(hash, 5)) < (isWork ? 0.012 : 0.0008),
  };
}

const toDayNumber = (day: IsoDate): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
const formatDayNumber = (n: number): IsoDate => new Date(n * 86_400_000).toISOString().slice(0, 10);

/**
 * One-year contracts with a fixed anniversary. Uninsured vehicles stopped renewing up to three years ago; some are
 * within the grace period.
 */
function deriveInsurance(hash: number, today: number, registered: number): SimInsurance {
  const anniversary = mixHash(hash, 11) % 365;
  let from = today - ((((today - anniversary) % 365) + 365) % 365);
  if (hashToUnit(mixHash(hash, 12)) < UNINSURED_SHARE)
    from = Math.max(registered, today - 365 - 16 - (mixHash(hash, 13) % 1000));
  const to = from + 364;
  return {
    company: itemAt(COMPANIES, mixHash(hash, 14)),
    policy: `${100 + (mixHash(hash, 15) % 900)}/${1_000_000 + (mixHash(hash, 16) % 9_000_000)}`,
    from: formatDayNumber(from),
    to: formatDayNumber(to),
    graceUntil: formatDayNumber(to + 15),
  };
}

/** First inspection after four years, then every two; work vehicles every year. One in ten is overdue. */
function deriveInspection(hash: number, today: number, registered: number, isWork: boolean): SimInspection {
  const first = isWork ? 365 : 4 * 365;
  const every = isWork ? 365 : 2 * 365;
  const age = today - registered;
  if (age < first) return { last: null, next: formatDayNumber(registered + first) };
  const cycle = Math.floor((age - first) / every);
  const last = registered + first + cycle * every;
  // New vehicles cannot be overdue, so the share among older ones is raised to reach the total.
  if (hashToUnit(mixHash(hash, 21)) < UNINSPECTED_SHARE * 1.15) {
    const next = today - 10 - (mixHash(hash, 22) % 700);
    return {
      last: next - every > registered ? formatDayNumber(next - every) : null,
      next: formatDayNumber(Math.max(registered + 30, next)),
    };
  }
  return { last: formatDayNumber(last), next: formatDayNumber(last + every) };
}

export interface SimLicence {
  readonly number: string;
  readonly categories: readonly string[];
  readonly issued: IsoDate;
  readonly expires: IsoDate;
  /** Licence points, 0 to 30. */
  readonly points: number;
}

/** Driving licence of a tax code; one in a hundred has none. Pure. */
export function deriveLicence(seed: number, taxCodeText: string, today: IsoDate): SimLicence | null {
  const hash = hashText(mixHash(seed, 92), taxCodeText);
  if (hashToUnit(mixHash(hash, 1)) < 0.01) return null;
  const expires = toDayNumber(today) - 120 + (mixHash(hash, 2) % 3650);
  return {
    number: `U1${String(mixHash(hash, 3) % 10_000_000).padStart(7, '0')}Z`,
    categories:
      hashToUnit(mixHash(hash, 4)) < 0.12 ? ['B', 'C', 'CE'] : hashToUnit(mixHash(hash, 5)) < 0.3 ? ['A', 'B'] : ['B'],
    issued: formatDayNumber(expires - 3650),
    expires: formatDayNumber(expires),
    points: hashToUnit(mixHash(hash, 6)) < 0.7 ? 30 : mixHash(hash, 7) % 30,
  };
}
