import { getDayKind } from '@varco/domain/analysis/day-kind.ts';
import { createWeightedDraw, mixHash, Rng } from './random.ts';

/**
 * Vehicles of one town over months by day, with who lives there, who comes for work and who passes planted as truth: for the errors
 * of the estimated population. Days only, no times: the estimate knows no more.
 */

/** What a vehicle truly is: of somebody who lives in the town, of somebody from elsewhere who comes for work, or neither. */
export type TrueClass = 'resident' | 'commuter' | 'passer_by';

/** Habits within a class; some of them look like those of another class. */
export type Habit =
  | 'drives_to_work'
  | 'at_home'
  | 'rare_driver'
  | 'weekend_driver'
  | 'shift_worker'
  | 'full_time'
  | 'part_time'
  | 'partly_remote'
  | 'shop_worker'
  | 'courier'
  | 'occasional'
  | 'weekly_visitor'
  | 'second_home'
  | 'guest'
  | 'through';

export const CLASS_OF_HABIT: Readonly<Record<Habit, TrueClass>> = {
  drives_to_work: 'resident',
  at_home: 'resident',
  rare_driver: 'resident',
  weekend_driver: 'resident',
  shift_worker: 'resident',
  full_time: 'commuter',
  part_time: 'commuter',
  partly_remote: 'commuter',
  shop_worker: 'commuter',
  courier: 'commuter',
  occasional: 'passer_by',
  weekly_visitor: 'passer_by',
  second_home: 'passer_by',
  guest: 'passer_by',
  through: 'passer_by',
};

/** A vehicle with the gates it truly passed, and those where its plate was fully read, by day as bit sets. */
export interface SimResident {
  readonly habit: Habit;
  readonly isForeign: boolean;
  readonly passed: Uint16Array;
  readonly read: Uint16Array;
}

export interface PopulationOptions {
  readonly seed: number;
  /** Days since 1970-01-01 of the first day. */
  readonly firstDay: number;
  readonly days: number;
  /** Share of the passages whose plate is not fully read. */
  readonly unreadShare: number;
}

export interface SimPopulation {
  readonly gates: number;
  readonly vehicles: readonly SimResident[];
  /** Plates read with a wrong character, by day and gate (`day x gates + gate`): each looks like a vehicle seen once. */
  readonly misread: Uint32Array;
  /** Passages, and those without a full plate, in the same places. */
  readonly passages: Uint32Array;
  readonly unread: Uint32Array;
}

/** Share of passages that no camera sees, and of plates read with a wrong character. */
const MISSED_SHARE = 0.05;
const MISREAD_SHARE = 0.015;
const MAX_GATES = 12;

/** Shares of the habits among vehicles that return, for one town: every town is another mix. */
const MIX: readonly (readonly [habit: Habit, low: number, high: number])[] = [
  ['drives_to_work', 20, 40],
  ['at_home', 12, 25],
  ['rare_driver', 5, 15],
  ['weekend_driver', 2, 8],
  ['shift_worker', 2, 6],
  ['full_time', 10, 30],
  ['part_time', 2, 8],
  ['partly_remote', 2, 8],
  ['shop_worker', 1, 5],
  ['courier', 1, 3],
  ['occasional', 30, 90],
  ['weekly_visitor', 5, 15],
  ['second_home', 1, 5],
];

/** Chances of driving on a working and on a rest day. */
interface Chances {
  readonly work: number;
  readonly rest: number;
  /** Only on these weekdays (0 Monday to 6 Sunday); null: on any. */
  readonly weekdays: readonly number[] | null;
}

function drawChances(habit: Habit, rng: Rng): Chances {
  const any = (work: number, rest: number): Chances => ({ work, rest, weekdays: null });
  switch (habit) {
    case 'drives_to_work':
      return any(rng.between(0.6, 0.95), rng.between(0.25, 0.75));
    case 'at_home':
      return any(rng.between(0.25, 0.7), rng.between(0.2, 0.6));
    case 'rare_driver':
      return any(rng.between(0.05, 0.2), rng.between(0.05, 0.25));
    case 'weekend_driver':
      return any(rng.between(0.03, 0.2), rng.between(0.4, 0.75));
    case 'shift_worker':
      return any(rng.between(0.55, 0.75), rng.between(0.5, 0.7));
    case 'full_time':
      return any(rng.between(0.75, 0.96), rng.between(0.01, 0.1));
    case 'part_time':
      return { work: 0.9, rest: 0.9, weekdays: [rng.int(2), 2, 3 + rng.int(2)] };
    case 'partly_remote':
      return any(rng.between(0.2, 0.6), rng.between(0.01, 0.06));
    case 'shop_worker':
      return { work: rng.between(0.7, 0.85), rest: 0.75, weekdays: [0, 1, 2, 3, 4, 5] };
    case 'courier':
      return any(rng.between(0.8, 0.95), rng.between(0.02, 0.3));
    case 'occasional':
      return any(rng.between(0.01, 0.06), rng.between(0.01, 0.07));
    case 'weekly_visitor':
      return { work: 0.8, rest: 0.8, weekdays: [rng.int(7)] };
    case 'second_home':
      return { work: 0.05, rest: rng.between(0.3, 0.6), weekdays: [4, 5, 6] };
    case 'guest':
    case 'through':
      return any(0.8, 0.8);
  }
}

/** Generates the vehicles of a town. The same options always give the same ones. */
export function generatePopulation(options: PopulationOptions): SimPopulation {
  const { seed, days } = options;
  const rng = new Rng(mixHash(seed, 91));
  const gates = 2 + rng.int(MAX_GATES - 1);
  const regulars = Math.round(600 * 10 ** rng.between(0, 0.9));
  const drawHabit = createWeightedDraw(MIX.map(([habit, low, high]) => [habit, rng.between(low, high)] as const));
  const guests = Math.round((regulars * days * rng.between(0.02, 0.2)) / 28);
  const strangers = Math.round(regulars * days * rng.between(0.02, 0.25));
  const size = days * gates;
  const counts = { misread: new Uint32Array(size), passages: new Uint32Array(size), unread: new Uint32Array(size) };
  const town: Town = { ...options, gates, rng, ...counts };
  const vehicles = [
    ...Array.from({ length: regulars }, () => generateRegular(town, drawHabit(rng.next()))),
    ...Array.from({ length: guests }, () => generateStay(town, 'guest', 5 + rng.int(10))),
    ...Array.from({ length: strangers }, () => generateStay(town, 'through', 1)),
  ];
  return { gates, vehicles, ...counts };
}

interface Town extends PopulationOptions {
  readonly gates: number;
  readonly rng: Rng;
  readonly misread: Uint32Array;
  readonly passages: Uint32Array;
  readonly unread: Uint32Array;
}

const createVehicle = ({ days, rng }: Town, habit: Habit, foreignShare: number): SimResident => ({
  habit,
  isForeign: rng.chance(foreignShare),
  passed: new Uint16Array(days),
  read: new Uint16Array(days),
});

function generateRegular(town: Town, habit: Habit): SimResident {
  const { rng, days, firstDay } = town;
  const vehicle = createVehicle(town, habit, CLASS_OF_HABIT[habit] === 'passer_by' ? 0.1 : 0.02);
  const chances = drawChances(habit, rng);
  // Many drives within the town pass no gate; who comes from elsewhere passes one on the way in and one on the way out.
  const isLocal = CLASS_OF_HABIT[habit] === 'resident';
  const coverage = isLocal ? rng.between(0.5, 0.98) : 0.98;
  const usual = [rng.int(town.gates), rng.int(town.gates)] as const;
  const holiday = rng.int(Math.max(1, days * 3));
  const holidayLength = 7 + rng.int(14);
  for (let at = 0; at < days; at++) {
    const day = firstDay + at;
    // The first day of 1970 was a Thursday.
    const weekday = (day + 3) % 7;
    if (at >= holiday && at < holiday + holidayLength && habit !== 'occasional') continue;
    if (chances.weekdays !== null && !chances.weekdays.includes(weekday)) continue;
    const isRest = getDayKind(day) === 'rest';
    // Shops are closed on Sundays and holidays; who comes on fixed days stays away then too.
    if (isRest && weekday !== 5 && (habit === 'shop_worker' || habit === 'part_time')) continue;
    if (!rng.chance(isRest ? chances.rest : chances.work) || !rng.chance(coverage)) continue;
    const isUsual = !isLocal || rng.chance(0.7);
    passGate(town, vehicle, at, isUsual ? usual[0] : rng.int(town.gates));
    if (rng.chance(isLocal ? 0.6 : 0.9)) passGate(town, vehicle, at, isUsual ? usual[1] : rng.int(town.gates));
  }
  return vehicle;
}

/** A vehicle that is there for some days in a row and never again. */
function generateStay(town: Town, habit: 'guest' | 'through', length: number): SimResident {
  const { rng, days } = town;
  const vehicle = createVehicle(town, habit, 0.3);
  const start = rng.int(days);
  for (let at = start; at < Math.min(days, start + length); at++) {
    if (length > 1 && !rng.chance(0.7)) continue;
    passGate(town, vehicle, at, rng.int(town.gates));
    if (rng.chance(0.7)) passGate(town, vehicle, at, rng.int(town.gates));
  }
  return vehicle;
}

/** A passage, as the camera of the gate stores it: not at all, without a full plate, with a wrong one, or right. */
function passGate(town: Town, vehicle: SimResident, at: number, gate: number): void {
  const { rng, gates } = town;
  const bit = 1 << gate;
  vehicle.passed[at] = (vehicle.passed[at] ?? 0) | bit;
  if (rng.chance(MISSED_SHARE)) return;
  const cell = at * gates + gate;
  town.passages[cell] = (town.passages[cell] ?? 0) + 1;
  const fate = rng.next();
  if (fate < town.unreadShare) town.unread[cell] = (town.unread[cell] ?? 0) + 1;
  else if (fate < town.unreadShare + MISREAD_SHARE) town.misread[cell] = (town.misread[cell] ?? 0) + 1;
  else vehicle.read[at] = (vehicle.read[at] ?? 0) | bit;
}
