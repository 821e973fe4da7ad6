import {
  selectCountedSessions,
  computeMergedFactor,
  type PlantSession,
  scoreAccomplice,
} from '@varco/domain/analysis/accomplice-score.ts';
import { findAccomplices } from '@varco/plant-server/features/accomplices/find-accomplices.ts';
import { Rng } from '@varco/sim/random.ts';
import { type Group, GROUPS, type Life, LIVES, type SyntheticWorld } from './synthetic-world.ts';
import { type PlantIndex, createMemorySource } from './plant-index.ts';

const MINUTE_MS = 60_000;
/** Number of innocent targets for each kind of life and each group. */
const INNOCENTS = 40;
const MIN_PASSAGES = 3;
const HIGH_SCORE = 350;
/** Score bins for the share of true candidates (analysis design, part 6). */
const SCORE_BINS = [0, 50, 100, 150, 200, 250, 300, 350, 400, 600, Infinity] as const;

/** A candidate over all plants, merged as the browser does. */
export interface RankedCandidate {
  readonly plate: string;
  readonly strength: number;
  readonly absScore: number;
  readonly score: number;
  readonly trips: number;
  readonly isHabitKnown: boolean;
}

const isHighScore = ({ absScore, trips, isHabitKnown }: RankedCandidate): boolean =>
  absScore >= HIGH_SCORE && trips >= 2 && isHabitKnown;

/** The result list of a target as the screen shows it: all plants queried, each plate once, best first. */
export async function rankAccomplices(
  { fromMs, toMs }: SyntheticWorld,
  indexes: readonly PlantIndex[],
  plate: string,
  deltaMs: number,
): Promise<readonly RankedCandidate[]> {
  const byPlate = new Map<string, { sessions: PlantSession[]; isHabitKnown: boolean }>();
  let compared = 0;
  for (const [plant, index] of indexes.entries()) {
    if (!index.byPlate.has(plate)) continue;
    const span = { gates: null, fromMs, toMs };
    const request = { plate, deltaMs, least: 2, evidence: span, baseline: span, nowMs: toMs };
    const found = await findAccomplices(createMemorySource(index), request);
    compared += found.platesRead;
    const placeOf = (session: number) => {
      const { from, to } = found.sessions[session] ?? { from: 0, to: 0 };
      return { plant, fromMs: found.passages[from]?.ms ?? 0, toMs: found.passages[to]?.ms ?? 0 };
    };
    for (const { plate: other, evidence, isHabitKnown } of found.candidates.slice(0, 50)) {
      const known = byPlate.get(other) ?? { sessions: [], isHabitKnown: true };
      known.sessions.push(
        ...evidence.joint.map(({ session, weight, chance }) => ({ ...placeOf(session), weight, chance })),
        ...evidence.missed.map(({ session, chance }) => ({ ...placeOf(session), weight: null, chance })),
      );
      known.isHabitKnown &&= isHabitKnown;
      byPlate.set(other, known);
    }
  }
  return [...byPlate]
    .map(([other, { sessions, isHabitKnown }]) => ({
      plate: other,
      trips: selectCountedSessions(sessions).together.length,
      isHabitKnown,
      ...scoreAccomplice(computeMergedFactor(sessions), compared),
    }))
    .toSorted((a, b) => b.strength - a.strength || (a.plate < b.plate ? -1 : 1));
}

export interface AccompliceQuality {
  readonly minutes: number;
  /** Vehicles with accomplices that were searched, and pairs that met at least twice. */
  readonly targets: number;
  readonly pairs: number;
  readonly first: number;
  readonly firstFive: number;
  readonly firstTwenty: number;
  /**
   * Share of pairs found with at least 350 points and the high mark; the next field is restricted to pairs with two
   * or more joint trips.
   */
  readonly recallHigh: number;
  readonly recallHighTwice: number;
  /** Share of pairs above the score that one in a hundred innocent targets reaches. */
  readonly recallAtOnePercent: number;
  /** False candidates with the high mark among the first ten results of targets with accomplices. */
  readonly falseHigh: number;
  readonly innocents: number;
  readonly innocentsHit: number;
  /** Innocent targets with a marked candidate, by kind of life and by group. */
  readonly byLife: Readonly<Record<Life, HitCount>>;
  readonly byGroup: Readonly<Record<Group, HitCount>>;
  readonly calibration: readonly {
    readonly from: number;
    readonly candidates: number;
    readonly truly: number;
    readonly meanScore: number;
  }[];
}

export interface HitCount {
  readonly targets: number;
  readonly hit: number;
}

interface AccompliceCase {
  readonly target: string;
  readonly mates: ReadonlySet<string>;
}

/**
 * Every vehicle of every convoy and scout pair, with the vehicles of its case that it met at least twice within the
 * time window.
 */
function listCases(
  { truth }: SyntheticWorld,
  indexes: readonly PlantIndex[],
  deltaMs: number,
): readonly AccompliceCase[] {
  return truth
    .filter(({ kind }) => kind === 'convoy' || kind === 'scout')
    .flatMap(({ plates }) =>
      plates.map((target) => ({
        target,
        mates: new Set(
          plates.filter((other) => other !== target && countMeetings(indexes, target, other, deltaMs) >= 2),
        ),
      })),
    )
    .filter(({ mates }) => mates.size > 0);
}

function countMeetings(indexes: readonly PlantIndex[], one: string, other: string, deltaMs: number): number {
  return indexes.reduce((most, { byPlate }) => {
    const others = byPlate.get(other) ?? [];
    const met = (byPlate.get(one) ?? []).filter(({ gate, timeMs }) =>
      others.some((read) => read.gate === gate && Math.abs(read.timeMs - timeMs) <= deltaMs),
    );
    return Math.max(most, met.length);
  }, 0);
}

type CountCandidates = (ranked: readonly RankedCandidate[], mates: ReadonlySet<string>) => void;

interface FoundPair {
  readonly strength: number;
  readonly trips: number;
  readonly isHigh: boolean;
}

/** Searches for every vehicle that has accomplices and counts the ranks of true and false candidates. */
async function searchCases(
  world: SyntheticWorld,
  indexes: readonly PlantIndex[],
  cases: readonly AccompliceCase[],
  deltaMs: number,
  count: CountCandidates,
) {
  const pairs: FoundPair[] = [];
  let [first, five, twenty, falseHigh] = [0, 0, 0, 0];
  for (const { target, mates } of cases) {
    const ranked = await rankAccomplices(world, indexes, target, deltaMs);
    const within = (most: number): number =>
      ranked.slice(0, most).filter(({ plate }) => mates.has(plate)).length / Math.min(most, mates.size);
    first += within(1);
    five += within(5);
    twenty += within(20);
    falseHigh += ranked.slice(0, 10).filter((one) => isHighScore(one) && !mates.has(one.plate)).length;
    for (const mate of mates) {
      const one = ranked.find(({ plate }) => plate === mate);
      pairs.push({
        strength: one?.strength ?? -Infinity,
        trips: one?.trips ?? 0,
        isHigh: one !== undefined && isHighScore(one),
      });
    }
    count(ranked, mates);
  }
  const mean = (sum: number): number => sum / Math.max(1, cases.length);
  return { pairs, first: mean(first), firstFive: mean(five), firstTwenty: mean(twenty), falseHigh };
}

/** Counts candidates by score bin, and how many of them are true. */
function createCalibration() {
  const bins = SCORE_BINS.slice(0, -1).map((from) => ({ from, candidates: 0, truly: 0, scores: 0 }));
  const count: CountCandidates = (ranked, mates) => {
    for (const { plate, absScore, score, strength } of ranked) {
      const bin = strength <= 0 ? undefined : bins.findLast(({ from }) => absScore >= from);
      if (bin === undefined) continue;
      bin.candidates++;
      bin.scores += score;
      if (mates.has(plate)) bin.truly++;
    }
  };
  return { bins, count };
}

const computeShare = (rows: readonly FoundPair[], isFound: (one: FoundPair) => boolean): number =>
  rows.length === 0 ? Number.NaN : rows.filter(isFound).length / rows.length;

/** Measures how well planted accomplices are found, and how often innocent vehicles get accomplices. */
export async function measureAccomplices(
  world: SyntheticWorld,
  indexes: readonly PlantIndex[],
  minutes: number,
): Promise<AccompliceQuality> {
  const deltaMs = minutes * MINUTE_MS;
  const cases = listCases(world, indexes, deltaMs);
  const { bins, count } = createCalibration();
  const { pairs, ...ranks } = await searchCases(world, indexes, cases, deltaMs, count);
  const innocent = await drawInnocentTargets(world, indexes, deltaMs, count);
  const threshold = innocent.best.toSorted((a, b) => b - a)[Math.floor(innocent.best.length / 100)] ?? 0;
  const isMarked = (one: FoundPair): boolean => one.isHigh;
  return {
    minutes,
    targets: cases.length,
    pairs: pairs.length,
    ...ranks,
    recallHigh: computeShare(pairs, isMarked),
    recallHighTwice: computeShare(
      pairs.filter(({ trips }) => trips >= 2),
      isMarked,
    ),
    recallAtOnePercent: computeShare(pairs, ({ strength }) => strength > threshold),
    innocents: innocent.best.length,
    innocentsHit: innocent.hit,
    byLife: innocent.byLife,
    byGroup: innocent.byGroup,
    calibration: bins.map(({ scores, ...bin }) => ({ ...bin, meanScore: scores / Math.max(1, bin.candidates) })),
  };
}

/** Draws `count` targets of each kind of life and each group at random from those with enough passages at a plant. */
async function drawInnocentTargets(
  world: SyntheticWorld,
  indexes: readonly PlantIndex[],
  deltaMs: number,
  count: CountCandidates,
) {
  const guilty = new Set(world.truth.filter(({ isOffence }) => isOffence).flatMap(({ plates }) => plates));
  const rng = new Rng(world.seed);
  const passages = (plate: string): number =>
    indexes.reduce((most, { byPlate }) => Math.max(most, byPlate.get(plate)?.length ?? 0), 0);
  const fit = [...world.groups.keys()].filter((plate) => !guilty.has(plate) && passages(plate) >= MIN_PASSAGES);
  const draw = (from: readonly string[]): readonly string[] => {
    const left = [...from];
    return Array.from(
      { length: Math.min(INNOCENTS, left.length) },
      () => left.splice(rng.int(left.length), 1)[0] ?? '',
    );
  };
  const lifeOf = (plate: string): Life => world.lives.get(plate) ?? 'other';
  const byLife = new Map(LIVES.map((life) => [life, draw(fit.filter((plate) => lifeOf(plate) === life))]));
  const byGroup = new Map(
    GROUPS.map((group) => [group, draw(fit.filter((plate) => world.groups.get(plate) === group))]),
  );
  const answers = new Map<string, readonly RankedCandidate[]>();
  for (const plate of new Set([...byLife.values(), ...byGroup.values()].flat())) {
    const ranked = await rankAccomplices(world, indexes, plate, deltaMs);
    answers.set(plate, ranked);
    count(ranked, new Set());
  }
  const isHit = (plate: string): boolean => (answers.get(plate) ?? []).some(isHighScore);
  const hits = (plates: readonly string[] = []): HitCount => ({
    targets: plates.length,
    hit: plates.filter(isHit).length,
  });
  return {
    best: [...answers.values()].map((ranked) => ranked[0]?.strength ?? -Infinity),
    hit: [...answers.keys()].filter(isHit).length,
    byLife: Object.fromEntries(LIVES.map((life) => [life, hits(byLife.get(life))])) as Record<Life, HitCount>,
    byGroup: Object.fromEntries(GROUPS.map((group) => [group, hits(byGroup.get(group))])) as Record<Group, HitCount>,
  };
}
