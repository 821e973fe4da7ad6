import { SAME_CLOCK_SLACK_S } from '@varco/domain/analysis/clock-offsets.ts';
import { findImpossibleDays, type PlacedPassage } from '@varco/domain/analysis/impossible-travel.ts';
import { ExcessShares, MOVEMENT_FEATURES, toLog2Bucket } from '@varco/domain/analysis/excess-shares.ts';
import {
  countHighInterest,
  LISTED_POINTS,
  computeSuspectScore,
  DEFAULT_SUSPECT_WEIGHTS,
} from '@varco/domain/analysis/suspect-score.ts';
import { foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { NO_MOVEMENT, selectStandingOut, addHabits } from '@varco/plant-server/features/suspects/suspect-movements.ts';
import type { MovementDay } from '@varco/plant-server/plate-index/movements/movements.repository.ts';
import { findAccomplices } from '@varco/plant-server/features/accomplices/find-accomplices.ts';
import { type Group, GROUPS, type SyntheticRead, type SyntheticWorld } from './synthetic-world.ts';
import { findFirstFrom, toLocalMs, createMemorySource, type PlantIndex } from './plant-index.ts';
import { type FalsePositives, groupFalsePositives } from './false-positives.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const DELTA_MS = 5 * MINUTE_MS;
const MIN_CONVOY = 100;
const LISTED_ROWS = 200;
const MAX_SPANS = 4;
/**
 * Number of offenders assumed by the design's figures. With fewer offenders, 50 rows contain more innocents whatever
 * the score.
 */
const DESIGN_OFFENDERS = 175;
/** One convoy in this many has a plate on the blacklist. */
const LISTED_ONE_IN = 10;

/**
 * Planted patterns that a plant's suspect search should find. Clones need two towns and belong to the impossible
 * journeys.
 */
export type OffenderKind = 'tour' | 'circling' | 'stolen' | 'partner';
export const OFFENDERS: readonly OffenderKind[] = ['tour', 'circling', 'stolen', 'partner'];

/** Groups compared in the fairness table. */
export type FairGroup = Group | 'italian' | 'uninsured' | 'insured';
export const FAIR_GROUPS: readonly FairGroup[] = ['italian', ...GROUPS, 'insured', 'uninsured'];

export interface SuspectQuality {
  /** Offenders active at a plant in the week, summed over all plants. */
  readonly offenders: number;
  readonly rows: number;
  readonly at20: number;
  readonly at50: number;
  readonly at200: number;
  /** Upper bound that a perfect ranking would reach. */
  readonly bestAt200: number;
  readonly recallAt200: number;
  /** Same relative depth as in the design, which has 175 offenders: precision at 50 of 175, recall at 200 of 175. */
  readonly precisionAtShare: number;
  readonly recallAtShare: number;
  readonly highRows: number;
  readonly highTrue: number;
  /** Best single feature used instead of the score. */
  readonly bestSingle: { readonly feature: string; readonly at200: number };
  readonly recallByKind: Readonly<Record<OffenderKind, number>>;
  /** Innocent vehicles per 10 000 of a group: among the best 200, and with high interest. */
  readonly fair: Readonly<Record<FairGroup, { readonly at200: number; readonly high: number }>>;
  /** Routines of the innocent vehicles with high interest. */
  readonly innocentHigh: Readonly<Record<string, number>>;
  readonly wrong: readonly FalsePositives[];
}

interface SuspectRow {
  readonly plant: number;
  readonly plate: string;
  readonly score: number;
  readonly isHigh: boolean;
  readonly features: Readonly<Record<string, number>>;
}

/** Ranks the suspects of the last week of every plant with its own search, then all plants together by score. */
export async function measureSuspectQuality(
  world: SyntheticWorld,
  indexes: readonly PlantIndex[],
): Promise<SuspectQuality> {
  const weekMs = world.toMs - WEEK_MS;
  const listed = new Set(chooseListedConvoys(world).map(({ plates }) => plates[0] ?? ''));
  const rows: SuspectRow[] = [];
  for (const [plant, index] of indexes.entries()) rows.push(...(await rankPlantSuspects(world, index, plant, listed)));
  const ranked = rows.toSorted((a, b) => b.score - a.score || (a.plate < b.plate ? -1 : 1));
  const guilty = findOffenders(world, indexes, weekMs);
  // Vehicles planted for other analyses are neither offenders nor innocent here.
  const planted = new Set(world.truth.filter(({ isOffence }) => isOffence).flatMap(({ plates }) => plates));
  const keyOf = ({ plant, plate }: { readonly plant: number; readonly plate: string }): string => `${plant} ${plate}`;
  const isTrue = (row: SuspectRow): boolean => guilty.has(keyOf(row));
  const judged = ranked.filter((row) => isTrue(row) || !planted.has(row.plate));
  const precision = (list: readonly SuspectRow[], most: number): number =>
    list.slice(0, most).filter(isTrue).length / most;
  const shareOf = (rows: number): number => Math.max(1, Math.round((rows * guilty.size) / DESIGN_OFFENDERS));
  const best200 = judged.slice(0, LISTED_ROWS);
  const high = judged.filter(({ isHigh }) => isHigh);
  const found = new Set(best200.map(keyOf));
  const singles = [...MOVEMENT_FEATURES, 'convoy'].map((feature) => ({
    feature,
    at200: precision(rankByFeature(judged, feature), LISTED_ROWS),
  }));
  const recall = (kind: OffenderKind): number => {
    const all = [...guilty].filter(([, of]) => of === kind);
    return all.length === 0 ? Number.NaN : all.filter(([key]) => found.has(key)).length / all.length;
  };
  const innocent = (list: readonly SuspectRow[]): readonly string[] => [
    ...new Set(list.filter((row) => !isTrue(row)).map(({ plate }) => plate)),
  ];
  const lives = innocent(high).map((plate) => world.lives.get(plate) ?? 'other');
  return {
    offenders: guilty.size,
    rows: judged.length,
    at20: precision(judged, 20),
    at50: precision(judged, 50),
    at200: precision(judged, LISTED_ROWS),
    bestAt200: Math.min(1, guilty.size / LISTED_ROWS),
    recallAt200: [...guilty.keys()].filter((key) => found.has(key)).length / Math.max(1, guilty.size),
    precisionAtShare: precision(judged, shareOf(50)),
    recallAtShare: judged.slice(0, shareOf(LISTED_ROWS)).filter(isTrue).length / Math.max(1, guilty.size),
    highRows: high.length,
    highTrue: high.filter(isTrue).length,
    bestSingle: singles.toSorted((a, b) => b.at200 - a.at200)[0] ?? { feature: '', at200: 0 },
    recallByKind: Object.fromEntries(OFFENDERS.map((kind) => [kind, recall(kind)])) as Record<OffenderKind, number>,
    fair: computeFairness(world, innocent(best200), innocent(high)),
    wrong: groupFalsePositives(
      judged.map((row) => ({
        life: isTrue(row) ? null : (world.lives.get(row.plate) ?? 'other'),
        features: row.features,
      })),
    ),
    innocentHigh: Object.fromEntries([...Map.groupBy(lives, (life) => life)].map(([life, all]) => [life, all.length])),
  };
}

/** The rows that have points for one feature, most points first. */
const rankByFeature = (rows: readonly SuspectRow[], feature: string): readonly SuspectRow[] =>
  rows
    .filter(({ features }) => (features[feature] ?? 0) > 0)
    .toSorted((a, b) => (b.features[feature] ?? 0) - (a.features[feature] ?? 0));

const chooseListedConvoys = ({ truth }: SyntheticWorld) =>
  truth.filter(({ kind }) => kind === 'convoy').filter((_, n) => n % LISTED_ONE_IN === 0);

/** Offenders by plant and plate: read there at least three times in the week on a day of their case. */
function findOffenders(
  world: SyntheticWorld,
  indexes: readonly PlantIndex[],
  weekMs: number,
): ReadonlyMap<string, OffenderKind> {
  const found = new Map<string, OffenderKind>();
  const add = (kind: OffenderKind, plate: string, days: readonly string[]): void =>
    indexes.forEach(({ byPlate }, plant) => {
      const reads = (byPlate.get(plate) ?? []).filter(
        // A case at night extends to the next morning.
        ({ timeMs }) => timeMs >= weekMs && days.includes(toRomeDay(timeMs - 6 * 60 * MINUTE_MS)),
      );
      if (reads.length >= 3) found.set(`${plant} ${plate}`, kind);
    });
  for (const { kind, plates, days } of world.truth)
    if (kind === 'tour' || kind === 'circling' || kind === 'stolen') add(kind, plates[0] ?? '', days);
  for (const { plates, days } of chooseListedConvoys(world))
    for (const plate of plates.slice(1)) add('partner', plate, days);
  return found;
}

/** Runs the plant's search over its last week on in-memory reads, with up to four earlier weeks as habit. */
async function rankPlantSuspects(
  world: SyntheticWorld,
  index: PlantIndex,
  plant: number,
  listed: ReadonlySet<string>,
): Promise<readonly SuspectRow[]> {
  const weekMs = world.toMs - WEEK_MS;
  const week = index.reads.slice(findFirstFrom(index.reads, weekMs));
  const days = countMovementDays(index, weekMs, world.toMs);
  const spans = Array.from({ length: MAX_SPANS }, (_, n) => weekMs - (n + 1) * WEEK_MS)
    .filter((from) => from >= world.fromMs)
    .map((from) => {
      const before = countMovementDays(index, from, from + WEEK_MS);
      return { days: before, gates: before };
    });
  const active = Map.groupBy(week, ({ plate }) => plate);
  const reads = new Map([...active].map(([plate, own]) => [plate, own.length]));
  // The week begins and ends at midnight, so it consists of whole days.
  const counts = new Map([...reads].map(([plate, n]) => [plate, { reads: n, passages: n }]));
  const facts = addHabits(selectStandingOut(days), spans, counts);
  const byLog2Bucket = Array.from({ length: 32 }, () => 0);
  for (const [octave, plates] of Map.groupBy(reads.values(), toLog2Bucket)) byLog2Bucket[octave] = plates.length;
  const shares = new ExcessShares(byLog2Bucket, [...facts.values()]);
  const convoyOf = await scorePartners(world, index, listed);
  const discarded = findDiscarded(world, active, plant);
  return [...new Set([...facts.keys(), ...convoyOf.keys(), ...discarded.keys()])]
    .flatMap((plate): SuspectRow[] => {
      const own = active.get(plate);
      if (own === undefined) return [];
      const status = world.getStatus(plate);
      const { score, items } = computeSuspectScore(
        facts.get(plate) ?? NO_MOVEMENT,
        {
          ...status,
          convoy: convoyOf.get(plate) ?? 0,
          discarded: discarded.get(plate) ?? 0,
          isFirstSeen: (index.byPlate.get(plate)?.[0]?.timeMs ?? 0) >= weekMs && own.length >= 4,
          looksMisread: looksMisread(index, plate),
        },
        shares,
        DEFAULT_SUSPECT_WEIGHTS,
      );
      if (score < LISTED_POINTS) return [];
      const features = Object.fromEntries(items.map(({ feature, points }) => [feature, points]));
      return [{ plant, plate, score, isHigh: false, features }];
    })
    .toSorted((a, b) => b.score - a.score || (a.plate < b.plate ? -1 : 1))
    .slice(0, LISTED_ROWS)
    .map((row, at, all) => ({ ...row, isHigh: at < countHighInterest(all.map(({ score }) => score)) }));
}

/** Days with movements of a plate (days of Rome), computed as the plant's statement does. */
function countMovementDays(
  index: PlantIndex,
  fromMs: number,
  toMs: number,
): readonly (MovementDay & { readonly gates: number })[] {
  const found: MovementDay[] = [];
  for (const [plate, all] of index.byPlate) {
    const own = all.slice(findFirstFrom(all, fromMs), findFirstFrom(all, toMs));
    if (own.length === 0) continue;
    const lastAt = new Map<number, number>();
    for (const { gate, timeMs } of all.slice(0, findFirstFrom(all, fromMs))) lastAt.set(gate, timeMs);
    for (const [day, reads] of Map.groupBy(own, ({ timeMs }) => Math.floor(toLocalMs(timeMs) / DAY_MS))) {
      const sum = { n: reads.length, night: 0, loops: 0, nightLoops: 0 };
      for (const { gate, timeMs } of reads) {
        const isNight = toLocalMs(timeMs) % DAY_MS < 5 * 60 * MINUTE_MS;
        const apart = timeMs - (lastAt.get(gate) ?? -Infinity);
        const isLoop = apart >= 2 * MINUTE_MS && apart <= 60 * MINUTE_MS;
        lastAt.set(gate, timeMs);
        if (isNight) sum.night++;
        if (isLoop) sum.loops++;
        if (isNight && isLoop) sum.nightLoops++;
      }
      found.push({ plate, day, ...sum, gates: new Set(reads.map(({ gate }) => gate)).size, jumps: 0 });
    }
  }
  return found;
}

/** Points of the best convoy that contains a listed plate. */
async function scorePartners(
  { fromMs, toMs }: SyntheticWorld,
  index: PlantIndex,
  listed: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const best = new Map<string, number>();
  const span = { gates: null, fromMs, toMs };
  const source = createMemorySource(index);
  for (const plate of listed) {
    if (!index.byPlate.has(plate)) continue;
    const request = { plate, deltaMs: DELTA_MS, least: 2, evidence: span, baseline: span, nowMs: toMs };
    for (const { plate: partner, score } of (await findAccomplices(source, request)).candidates)
      if (score.absScore >= MIN_CONVOY) best.set(partner, Math.max(score.absScore, best.get(partner) ?? 0));
  }
  return best;
}

function findDiscarded(
  { plants }: SyntheticWorld,
  active: ReadonlyMap<string, readonly SyntheticRead[]>,
  plant: number,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [plate, reads] of active) {
    const placed = reads.flatMap(({ gate, timeMs }): PlacedPassage[] => {
      const place = plants[plant]?.gates[gate - 1];
      if (place === undefined || place.lat === 0) return [];
      return [{ at: [place.lon, place.lat], timeMs, clock: 0, slackS: SAME_CLOCK_SLACK_S }];
    });
    const most = Math.max(0, ...findImpossibleDays(placed, toRomeDay).map(({ discarded }) => discarded));
    if (most > 0) found.set(plate, most);
  }
  return found;
}

const toFolded = new WeakMap<PlantIndex, ReadonlyMap<string, readonly string[]>>();

/**
 * True for a plate with at most three reads that differs in one confusable character from a plate read ten times as
 * often at the same gate.
 */
function looksMisread(index: PlantIndex, plate: string): boolean {
  const own = index.byPlate.get(plate) ?? [];
  if (own.length > 3) return false;
  const alike = toFolded.get(index) ?? Map.groupBy([...index.byPlate.keys()], foldPlate);
  toFolded.set(index, alike);
  const gate = own.at(-1)?.gate;
  return (alike.get(foldPlate(plate)) ?? []).some((other) => {
    const others = index.byPlate.get(other) ?? [];
    const isOneOff = other.length === plate.length && [...other].filter((char, i) => char !== plate[i]).length === 1;
    return isOneOff && others.length >= 10 * own.length && others.some((read) => read.gate === gate);
  });
}

/** Counts per group whose status could put it at a disadvantage, per 10 000 vehicles of that group. */
function computeFairness(
  world: SyntheticWorld,
  best: readonly string[],
  high: readonly string[],
): SuspectQuality['fair'] {
  const isIn = (plate: string, group: FairGroup): boolean => {
    const status = world.getStatus(plate);
    if (group === 'italian') return !status.isForeign;
    if (group === 'uninsured') return status.isUninsured;
    if (group === 'insured') return !status.isForeign && !status.isUninsured;
    return world.groups.get(plate) === group;
  };
  const members = new Map(FAIR_GROUPS.map((group) => [group, 0]));
  for (const plate of world.groups.keys())
    for (const group of FAIR_GROUPS) if (isIn(plate, group)) members.set(group, (members.get(group) ?? 0) + 1);
  const rate = (plates: readonly string[], group: FairGroup): number =>
    (plates.filter((plate) => isIn(plate, group)).length / Math.max(1, members.get(group) ?? 0)) * 10_000;
  return Object.fromEntries(
    FAIR_GROUPS.map((group) => [group, { at200: rate(best, group), high: rate(high, group) }]),
  ) as SuspectQuality['fair'];
}
