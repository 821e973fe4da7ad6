import {
  type EventHabit,
  findHabitDay,
  type HabitDays,
  selectHabitDays,
  isBeyondChance,
  mergeRelated,
  computeEventRarity,
  type RelatedPlate,
} from '@varco/domain/analysis/related-events.ts';
import { Rng } from '@varco/sim/random.ts';
import { type Group, GROUPS, type Life, LIVES, type SyntheticRead, type SyntheticWorld } from './synthetic-world.ts';
import { findFirstFrom, toLocalMs, type PlantIndex } from './plant-index.ts';

/** A gate and a time window. */
export interface EventWindow {
  /** Index of the plant; the gate is its order on the plant. */
  readonly plant: number;
  readonly gate: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Results as plants and browser compute them together, on in-memory reads. */
export function rankRelated(
  world: SyntheticWorld,
  indexes: readonly PlantIndex[],
  events: readonly EventWindow[],
  atLeast: number,
): readonly RelatedPlate<never>[] {
  const answers = indexes.map((index, plant) => {
    const { byPlate, allReads } = index;
    const own = events.map((event, at) => ({ ...event, at })).filter((event) => event.plant === plant);
    const met = new Map<string, Set<number>>();
    const inEvent = new Map<number, number>();
    for (const { at, gate, fromMs, toMs } of own)
      for (const { plate } of findReadsAt(index, gate, fromMs, toMs)) {
        inEvent.set(at, (inEvent.get(at) ?? 0) + 1);
        met.set(plate, (met.get(plate) ?? new Set()).add(at));
      }
    const windows = own.map(toWallClock);
    const baseline = toWallClock(world);
    const days = new Map(own.map((event) => [event.at, selectHabitDays(toWallClock(event), windows, baseline)]));
    return [...met].map(([plate, at]) => {
      const reads = byPlate.get(plate) ?? [];
      const traffic = (event: number) => ({ reads: inEvent.get(event) ?? 0, allReads });
      return {
        plate,
        plateReads: reads.length,
        passages: [],
        events: [...at].map((event) => {
          const gate = events[event]?.gate ?? 0;
          const gateShare = (index.byGate.get(gate)?.length ?? 0) / allReads;
          const habit = computeHabit(reads, gate, days.get(event), gateShare);
          const rarity = computeEventRarity(traffic(event), reads.length, at.size, habit);
          return { event, rarity, ...traffic(event), plateReads: reads.length, matched: at.size, habit };
        }),
      };
    });
  });
  return mergeRelated<never>(answers, atLeast);
}

const toWallClock = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  fromMs: toLocalMs(fromMs),
  toMs: toLocalMs(toMs),
});

const findReadsAt = ({ byGate }: PlantIndex, gate: number, fromMs: number, toMs: number): readonly SyntheticRead[] => {
  const reads = byGate.get(gate) ?? [];
  return reads.slice(findFirstFrom(reads, fromMs), findFirstFrom(reads, toMs));
};

/** Computes the habit as the plant's statement does. */
function computeHabit(
  reads: readonly SyntheticRead[],
  gate: number,
  days: HabitDays | undefined,
  gateShare: number,
): EventHabit | null {
  if (days === undefined) return null;
  const here = new Set<number>();
  let then = 0;
  for (const read of reads) {
    const day = findHabitDay(days, toLocalMs(read.timeMs));
    if (day === null) continue;
    then++;
    if (read.gate === gate) here.add(day);
  }
  return { comparedDays: days.of, days: here.size, reads: then, gateShare, length: days.length };
}

export interface RelatedQuality {
  readonly questions: number;
  /**
   * Share of queries with the true plate first, among the first five, or anywhere. Cameras must have seen it at two
   * of the three places, otherwise no query can find it.
   */
  readonly first: number;
  readonly firstFive: number;
  readonly found: number;
  /** Share of first ranks when only the number of hits counts; ties count fractionally. */
  readonly firstByHits: number;
  /** Share of queries whose true plate is marked as beyond chance. */
  readonly beyond: number;
  /** By rarity: number of plates that reached it in random queries, and the number expected by the formula. */
  readonly calibration: readonly { readonly rarity: number; readonly seen: number; readonly expected: number }[];
  /** Innocent plates marked as beyond chance in random queries, per 10 000 vehicles and query. */
  readonly falseAlarms: Readonly<Record<Group, number>>;
  /** The same by routine, per 10 000 vehicles with that routine. */
  readonly falseLives: Readonly<Record<Life, number>>;
  /**
   * Innocent plates among the first five, marked or not. Vehicles that drive all day are listed with any formula,
   * because few others pass.
   */
  readonly listed: Readonly<Record<Group, number>>;
}

/** Number of plates compared, summed over the queried plants as the browser does. */
const countCompared = (indexes: readonly PlantIndex[], events: readonly EventWindow[]): number =>
  [...new Set(events.map(({ plant }) => plant))].reduce((sum, plant) => sum + (indexes[plant]?.byPlate.size ?? 0), 0);

/**
 * Number of break-ins per query. Two of three matches is a realistic early query and leaves commuters in the result.
 */
const BREAK_INS_PER_QUERY = 3;
const RANDOM_QUERIES = 200;
const HOUR_MS = 3_600_000;
const RARITIES = [1, 2, 3, 4, 5, 6];

/**
 * Uses the first break-ins of every planted series as a query with K = 2, and as many random queries about hours
 * without break-ins.
 */
export function measureRelated(world: SyntheticWorld, indexes: readonly PlantIndex[]): RelatedQuality {
  const codes: readonly string[] = world.plants.map(({ code }) => code);
  const series = world.truth.filter(
    ({ kind, breakIns }) => kind === 'burglary' && breakIns.length >= BREAK_INS_PER_QUERY,
  );
  let [first, firstFive, found, byHits, beyond] = [0, 0, 0, 0, 0];
  for (const { breakIns, plates } of series) {
    const events = breakIns
      .slice(0, BREAK_INS_PER_QUERY)
      .map(({ plant, gateOrder, fromMs, toMs }) => ({ plant: codes.indexOf(plant), gate: gateOrder, fromMs, toMs }));
    const ranked = rankRelated(world, indexes, events, 2);
    const at = ranked.findIndex(({ plate }) => plates.includes(plate));
    if (at < 0) continue;
    found++;
    if (at === 0) first++;
    if (isBeyondChance(ranked[at]?.rarity ?? 0, countCompared(indexes, events))) beyond++;
    if (at < 5) firstFive++;
    const hits = ranked[at]?.matchedEvents ?? 0;
    if (!ranked.some((one) => one.matchedEvents > hits))
      byHits += 1 / ranked.filter((one) => one.matchedEvents === hits).length;
  }
  const of = (count: number): number => (series.length === 0 ? Number.NaN : count / series.length);
  return {
    questions: series.length,
    first: of(first),
    firstFive: of(firstFive),
    found: of(found),
    firstByHits: of(byHits),
    beyond: of(beyond),
    ...measureRandomQueries(world, indexes),
  };
}

function measureRandomQueries(world: SyntheticWorld, indexes: readonly PlantIndex[]) {
  const rng = new Rng(world.seed);
  const seen = RARITIES.map(() => 0);
  const expected = RARITIES.map(() => 0);
  const alarms: Record<Group, number> = { foreign: 0, old: 0, taxi: 0, other: 0 };
  const listed: Record<Group, number> = { foreign: 0, old: 0, taxi: 0, other: 0 };
  const plates = new Set(indexes.flatMap(({ byPlate }) => [...byPlate.keys()])).size;
  const lives = new Map<Life, number>();
  for (let n = 0; n < RANDOM_QUERIES; n++) {
    const events = Array.from({ length: 4 }, (): EventWindow => {
      const plant = rng.int(world.plants.length);
      const day = rng.int(Math.floor((world.toMs - world.fromMs) / (24 * HOUR_MS)));
      const fromMs = world.fromMs + day * 24 * HOUR_MS + rng.int(19) * HOUR_MS;
      const gate = 1 + rng.int(world.plants[plant]?.gates.length ?? 1);
      return { plant, gate, fromMs, toMs: fromMs + HOUR_MS };
    });
    const ranked = rankRelated(world, indexes, events, 2);
    RARITIES.forEach((rarity, at) => {
      seen[at] = (seen[at] ?? 0) + ranked.filter((one) => one.rarity >= rarity).length;
      expected[at] = (expected[at] ?? 0) + plates * 10 ** -rarity;
    });
    const compared = countCompared(indexes, events);
    for (const [at, { plate, rarity }] of ranked.entries()) {
      const group = world.groups.get(plate);
      if (group === undefined) continue;
      if (at < 5) listed[group]++;
      if (!isBeyondChance(rarity, compared)) continue;
      alarms[group]++;
      const life = world.lives.get(plate) ?? 'other';
      lives.set(life, (lives.get(life) ?? 0) + 1);
    }
  }
  const members = (group: Group): number => [...world.groups.values()].filter((one) => one === group).length;
  const perTenThousand = (counts: Readonly<Record<Group, number>>) =>
    Object.fromEntries(
      GROUPS.map((group) => [group, (counts[group] / Math.max(1, members(group)) / RANDOM_QUERIES) * 10_000]),
    ) as Record<Group, number>;
  return {
    calibration: RARITIES.map((rarity, at) => ({ rarity, seen: seen[at] ?? 0, expected: expected[at] ?? 0 })),
    falseAlarms: perTenThousand(alarms),
    listed: perTenThousand(listed),
    falseLives: Object.fromEntries(
      LIVES.map((life) => {
        const of = [...world.groups.keys()].filter((plate) => (world.lives.get(plate) ?? 'other') === life).length;
        return [life, ((lives.get(life) ?? 0) / Math.max(1, of) / RANDOM_QUERIES) * 10_000];
      }),
    ) as Record<Life, number>,
  };
}
