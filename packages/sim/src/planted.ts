import { mixHash, Rng } from './random.ts';
import type { VehicleRef } from './plate-series.ts';
import { getPoolMember, POOLS } from './roster.ts';
import type { TrafficPlan } from './traffic-plan.ts';

/**
 * Patterns that benchmarks must find, and patterns they must not report: the last three are innocent look-alikes.
 * scout: a car some minutes ahead of a van, at night. tour: through two towns by night. circling: round one gate.
 * burglary: the same car near nearly every break-in of a series.
 */
export type PlantedKind =
  | 'convoy'
  | 'scout'
  | 'clone'
  | 'tour'
  | 'circling'
  | 'stolen'
  | 'queue'
  | 'ferry'
  | 'colleagues'
  | 'burglary';

export const INNOCENT_KINDS: ReadonlySet<PlantedKind> = new Set(['queue', 'ferry', 'colleagues']);

export interface PlantedCase {
  readonly id: number;
  readonly kind: PlantedKind;
  readonly refs: readonly VehicleRef[];
  /** Simulated days (`SimDay.number`) on which it happens. */
  readonly days: readonly number[];
  /** Node indices of start and destination. */
  readonly from: number;
  readonly to: number;
  /** Local hour at which it begins, up to 27 (03:00 of the next day). */
  readonly hour: number;
  /** Seconds between the vehicles; negative: the second vehicle drives ahead. */
  readonly gapSeconds: number;
}

/** Number of cases per 20 000 reads of a plant, over the whole period. */
const CASES_PER_VOLUME: readonly (readonly [PlantedKind, number])[] = [
  ['convoy', 14],
  ['scout', 4],
  ['clone', 5],
  ['tour', 5],
  ['circling', 4],
  ['stolen', 4],
  ['queue', 20],
  ['ferry', 2],
  ['colleagues', 6],
];

/** Generated only for benchmarks, so that the demo traffic stays byte-identical. */
const BENCH_CASES_PER_VOLUME: typeof CASES_PER_VOLUME = [['burglary', 4]];

/** Plans all cases of a period. Pure; `firstDay` to `lastDay` inclusive. */
export function planCases(
  story: TrafficPlan,
  readsPerPlant: number,
  firstDay: number,
  lastDay: number,
  { isHard = false, hasBusyWeek = false }: { readonly isHard?: boolean; readonly hasBusyWeek?: boolean } = {},
): readonly PlantedCase[] {
  const cases: PlantedCase[] = [];
  const casting = { story, firstDay, lastDay, hasBusyWeek, used: new Set<VehicleRef>() };
  for (const [kind, count] of isHard ? [...CASES_PER_VOLUME, ...BENCH_CASES_PER_VOLUME] : CASES_PER_VOLUME) {
    const requested = Math.max(1, Math.round((count * readsPerPlant) / 20_000));
    for (let i = 0; i < requested; i++) cases.push(planCase(casting, kind, cases.length));
  }
  return cases;
}

interface CasePlanContext {
  readonly story: TrafficPlan;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly hasBusyWeek: boolean;
  /** Commuters already assigned to a case. */
  readonly used: Set<VehicleRef>;
}

function planCase(casting: CasePlanContext, kind: PlantedKind, id: number): PlantedCase {
  const { story, firstDay, lastDay, hasBusyWeek } = casting;
  const rng = new Rng(mixHash(story.seed, 41, id));
  const isOfWeek = hasBusyWeek && id % 2 === 0 && BUSY_WEEK_KINDS.includes(kind);
  const from = story.drawTown(rng.next());
  let to = story.drawTown(rng.next());
  if (to === from) to = (from + 1 + rng.int(story.net.plants.length - 1)) % story.net.plants.length;
  const vehicles = VEHICLES_PER_CASE[kind];
  const size = vehicles[0] + rng.int(vehicles[1] - vehicles[0] + 1);
  return {
    id,
    kind,
    refs: Array.from({ length: size }, (_, k) => assignCaseVehicle(casting, kind, id, k, rng)),
    days: drawCaseDays(kind, isOfWeek ? Math.max(firstDay, lastDay - 6) : firstDay, lastDay, rng),
    from,
    to,
    hour: drawCaseHour(kind, rng),
    gapSeconds: (rng.chance(0.5) ? 1 : -1) * (kind === 'scout' ? rng.between(120, 360) : rng.between(10, 200)),
  };
}

/** Kinds that occur more often in a busy week. */
const BUSY_WEEK_KINDS: readonly PlantedKind[] = ['tour', 'circling', 'stolen'];

const VEHICLES_PER_CASE: Readonly<Record<PlantedKind, readonly [number, number]>> = {
  convoy: [2, 4],
  scout: [2, 2],
  clone: [1, 1],
  tour: [1, 1],
  circling: [1, 1],
  stolen: [1, 1],
  queue: [8, 14],
  ferry: [90, 90],
  colleagues: [2, 2],
  burglary: [1, 1],
};

/**
 * Assigns a vehicle to a case. No vehicle gets two cases, because two on one day would be an impossible journey. Six
 * in ten are commuters of the area and keep their routine besides.
 */
function assignCaseVehicle(casting: CasePlanContext, kind: PlantedKind, id: number, k: number, rng: Rng): VehicleRef {
  const { story } = casting;
  if (kind === 'queue') return getPoolMember(POOLS.visitor, 2_800_000 + id * 20 + k, story.seed);
  if (kind === 'ferry')
    return getPoolMember(rng.chance(0.5) ? POOLS.foreign : POOLS.visitor, 2_000_000 + id * 100 + k, story.seed);
  const isOrdinary = kind === 'clone' || kind === 'colleagues' || rng.chance(0.6);
  for (let attempt = 0; isOrdinary && kind !== 'stolen' && attempt < 20; attempt++) {
    const ref = getPoolMember(POOLS.commuter, rng.int(story.sizes.commuters), story.seed);
    if (casting.used.has(ref)) continue;
    casting.used.add(ref);
    return ref;
  }
  return getPoolMember(POOLS.planted, id * 8 + k, story.seed);
}

function drawCaseDays(kind: PlantedKind, firstDay: number, lastDay: number, rng: Rng): readonly number[] {
  const span = lastDay - firstDay + 1;
  const count =
    kind === 'queue' || kind === 'ferry'
      ? 1
      : kind === 'colleagues'
        ? Math.min(span, 9)
        : kind === 'burglary'
          ? 5 + rng.int(3)
          : 2 + rng.int(4);
  const days = new Set<number>();
  // Offenders are active within a fortnight, so that a search of the usual length covers more than one of their
  // trips.
  const width = Math.min(span, kind === 'colleagues' ? span : 12);
  const start = firstDay + rng.int(span - width + 1);
  for (let i = 0; i < count; i++) days.add(start + rng.int(width));
  return [...days].sort((a, b) => a - b);
}

function drawCaseHour(kind: PlantedKind, rng: Rng): number {
  switch (kind) {
    case 'scout':
    case 'tour':
      return rng.between(23, 26);
    case 'stolen':
      return rng.between(21, 25.5);
    case 'colleagues':
      return rng.between(7.1, 8.2);
    case 'queue':
      return rng.between(7.4, 8.6);
    default:
      return rng.between(9, 22);
  }
}
