import { toRomeDay } from '../time/rome.ts';
import { toInstantMs } from '../time-instant.ts';

/**
 * Status of a plant as the portal sees it (P 4, readings, B-37, B-38). Pure: the clock is a parameter
 * and instants are ISO strings, so that every threshold can be tested in a table.
 */

export type PlantStatusCode = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const PLANT_STATUS = {
  ok: 1,
  offline: 2,
  wrongIp: 3,
  silent: 4,
  unreachable: 5,
  notVerified: 6,
  licenceExpired: 7,
  noPlates: 8,
  noCommunication: 9,
} as const satisfies Record<string, PlantStatusCode>;

/** Label key of a code; the texts are in the language files (readings A-05: 8 is labelled "no plates"). */
export type PlantStatusLabel = keyof typeof PLANT_STATUS;

/** What the rules need to know of a plant. `licenseExpiration`: YYYY-MM-DD, last valid day in Italy. */
export interface PlantStatusFacts {
  readonly reachable: boolean;
  readonly verified: boolean;
  readonly lastSeen: string | null;
  readonly lastStatusMessage: string | null;
  /** When the present message first appeared. */
  readonly lastStatusMessageTime: string | null;
  readonly serverTime: string | null;
  readonly lastPlateDate: string | null;
  readonly licenseExpiration: string | null;
}

const MINUTE_MS = 60_000;
const OFFLINE_MIN = 30;
const WARNING_MIN = 15;
const WRONG_IP_MIN = 15;
const SERVER_STALE_MIN = 30;
const NO_PLATES_MIN = 60;

/** Milliseconds since `instant`; infinite for null or an unreadable instant (readings B-38). */
const ageMs = (instant: string | null, now: string): number => {
  const age = instant === null ? Number.NaN : toInstantMs(now) - toInstantMs(instant);
  return Number.isNaN(age) ? Number.POSITIVE_INFINITY : age;
};
const isOlderThan = (instant: string | null, minutes: number, now: string): boolean =>
  ageMs(instant, now) > minutes * MINUTE_MS;

/** P 4: last seen more than 30 minutes ago and not reachable. */
export const isPlantOffline = (plant: Pick<PlantStatusFacts, 'lastSeen' | 'reachable'>, now: string): boolean =>
  !plant.reachable && isOlderThan(plant.lastSeen, OFFLINE_MIN, now);

/** P 4, readings A-06: a warning mark next to the label, both ends included. */
export function isSeenWarning(plant: Pick<PlantStatusFacts, 'lastSeen'>, now: string): boolean {
  const age = ageMs(plant.lastSeen, now);
  return age >= WARNING_MIN * MINUTE_MS && age <= OFFLINE_MIN * MINUTE_MS;
}

/** P 4: no server time, or more than 30 minutes old. */
export const isServerWorking = (serverTime: string | null, now: string): boolean =>
  !isOlderThan(serverTime, SERVER_STALE_MIN, now);

/** P 4: no last plate date, or older than 60 minutes. */
export const hasNoPlates = (lastPlateDate: string | null, now: string): boolean =>
  isOlderThan(lastPlateDate, NO_PLATES_MIN, now);

const WRONG_IP = /^Wrong IP: expected (\d{1,3}(?:\.\d{1,3}){3}), actual (\d{1,3}(?:\.\d{1,3}){3})$/;

/** Status message of a plant that is reached at another address than configured (PSTAT-15). */
export const buildWrongIpMessage = (expected: string, actual: string): string =>
  `Wrong IP: expected ${expected}, actual ${actual}`;

/** The two addresses of a wrong-IP message; null for any other message, or when they are equal. */
export function parseWrongIp(message: string | null): { expected: string; actual: string } | null {
  const found = WRONG_IP.exec(message ?? '');
  const [, expected, actual] = found ?? [];
  return expected === undefined || actual === undefined || expected === actual ? null : { expected, actual };
}

/** P 4, readings B-37: the message has been present for more than 15 minutes and contains two different addresses. */
export const isWrongIp = (
  plant: Pick<PlantStatusFacts, 'lastStatusMessage' | 'lastStatusMessageTime'>,
  now: string,
): boolean =>
  plant.lastStatusMessageTime !== null &&
  isOlderThan(plant.lastStatusMessageTime, WRONG_IP_MIN, now) &&
  parseWrongIp(plant.lastStatusMessage) !== null;

/** Readings B-34: valid to the end of its day in Italy; an unknown date is not expired. */
export const isLicenceExpired = (expiration: string | null, now: string): boolean =>
  expiration !== null && toRomeDay(toInstantMs(now)) > expiration;

/**
 * Code 1 to 9 in the priority of P 4: wrong IP, licence, no communication, offline, silent, then by reachability.
 * Readings A-03: no communication (9) applies only while the plant still reports, else offline could never occur.
 */
export function getPlantStatus(plant: PlantStatusFacts, now: string): PlantStatusCode {
  const seenRecently = !isOlderThan(plant.lastSeen, OFFLINE_MIN, now);
  if (isWrongIp(plant, now)) return PLANT_STATUS.wrongIp;
  if (isLicenceExpired(plant.licenseExpiration, now)) return PLANT_STATUS.licenceExpired;
  if ((plant.reachable || seenRecently) && !isServerWorking(plant.serverTime, now)) return PLANT_STATUS.noCommunication;
  if (isPlantOffline(plant, now)) return PLANT_STATUS.offline;
  // Readings A-04: responds when called, but no longer reports by itself.
  if (plant.reachable && !seenRecently) return PLANT_STATUS.silent;
  if (!plant.reachable) return PLANT_STATUS.unreachable;
  if (hasNoPlates(plant.lastPlateDate, now)) return PLANT_STATUS.noPlates;
  return plant.verified ? PLANT_STATUS.ok : PLANT_STATUS.notVerified;
}

const LABELS: Record<PlantStatusCode, PlantStatusLabel> = {
  1: 'ok',
  2: 'offline',
  3: 'wrongIp',
  4: 'silent',
  5: 'unreachable',
  6: 'notVerified',
  7: 'licenceExpired',
  8: 'noPlates',
  9: 'noCommunication',
};

/** Label key of a status code (PSTAT-11). */
export const getPlantStatusLabel = (code: PlantStatusCode): PlantStatusLabel => LABELS[code];
