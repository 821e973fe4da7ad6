import { addDays } from '@varco/domain/time/rome.ts';
import type { LoggedCall } from '@varco/domain/review/review-entry.ts';
import { Rng } from '../random.ts';
import { writeAbuse } from './force-abuse.ts';
import { createForce, type ForceMember } from './force-people.ts';
import { writeWork } from './force-work.ts';
import { type ForceWorld, CallLedger } from './force-world.ts';

/** Days of work before the reviewed year, so that its first month knows what is usual. */
const DAYS_BEFORE = 92;

/** The log of one member, in order of time. */
export interface MemberLog {
  readonly member: ForceMember;
  readonly calls: readonly LoggedCall[];
}

const DAY_MS = 86_400_000;
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ';
const KNOWN_PLATES = 60;

/**
 * A year of the consultation log of an invented force of 300, with three months before it. Calls are as the plant stores them,
 * so that they are read like a real log. The same seed gives the same year.
 */
export function writeForceYear(
  seed: number,
  year: number,
): { readonly world: ForceWorld; readonly logs: readonly MemberLog[] } {
  const rng = new Rng(seed ^ 0x5eed);
  const letter = (): string => LETTERS[rng.int(LETTERS.length)] ?? 'A';
  const plate = (): string => `${letter()}${letter()}${String(rng.int(1_000)).padStart(3, '0')}${letter()}${letter()}`;
  const firstDay = addDays(`${year}-01-01`, -DAYS_BEFORE);
  const world: ForceWorld = {
    ...{ rng, firstDay, plate },
    days: DAYS_BEFORE + 365,
    firstNumber: Math.round(Date.parse(`${firstDay}T00:00:00.000Z`) / DAY_MS),
    knownPlates: Array.from({ length: KNOWN_PLATES }, plate),
    longestPeriodMs: 90 * DAY_MS,
    caseNumbers: new Set(),
    householdPlates: new Set(),
  };
  const members = createForce(seed);
  const logs = members.map((member) => {
    const ledger = new CallLedger(world, member);
    writeWork(world, member, ledger);
    writeAbuse(world, member, ledger);
    return { member, calls: ledger.finish() };
  });
  return { world, logs };
}
