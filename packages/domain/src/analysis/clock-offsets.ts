import { computeDistanceM, type Position } from '../maps/geo.ts';
import { computePercentile } from './travel-times.ts';

/**
 * Estimates how far the clocks of plants are apart, from vehicles that go both ways (analysis design, part 5, D; the
 * method of NTP, RFC 1059). Between two near towns a clock that is ten minutes off reverses the order of passages, so
 * the method does not depend on that order. Among the time differences between two gates there is a gap: twice the
 * shortest possible driving time. The middle of that gap is the offset of the clocks.
 */

/** One passage of a vehicle: index in the list of plants, gate of that plant, instant by that plant's clock. */
export interface ClockedPassage {
  readonly plant: number;
  readonly gate: number;
  readonly timeMs: number;
  /** Null: the position of the gate is unknown, so the passage is not used. */
  readonly at: Position | null;
}

/** Fewest legs in one direction, over all gates of two plants, from which an offset is computed. */
const MIN_CLOCK_LEGS = 60;
/** Fewest legs between two gates that may refine the offset of the plants. */
const MIN_PAIR_LEGS = 15;
/** A longer leg was interrupted and is ignored. */
const MAX_LEG_S = 2 * 3600;
/** Between nearer gates the gap is too narrow to be found. */
const MIN_GATE_DISTANCE_M = 3_000;
/** No vehicle covers the straight line faster than this, metres per second. */
const MAX_SPEED_M_PER_S = 110 / 3.6;
/** Larger offsets are not searched for. */
const MAX_OFFSET_S = 1_800;
const STEP_S = 10;
/** One difference inside the gap counts against an offset as much as this many legs count for it. */
const GAP_PENALTY = 3;

export interface ClockOffset {
  readonly plant: number;
  /** Seconds its clock is ahead of the reference plant's; null: not measured. */
  readonly offsetS: number | null;
  /** Interquartile range of the offsets of the gate pairs, seconds. */
  readonly spreadS: number;
  /** Legs each way that the estimate is based on. */
  readonly legs: number;
  readonly isReference: boolean;
}

/**
 * Time differences between two gates of two plants: how much later the vehicle was at the second, by their clocks;
 * seconds.
 */
interface GatePair {
  readonly minS: number;
  readonly seconds: number[];
}

interface PlantPair {
  readonly a: number;
  readonly b: number;
  readonly offsetS: number;
  readonly spreadS: number;
  readonly legs: number;
}

/** Collects passages vehicle by vehicle, so that the list of all legs never has to be built. */
export class ClockOffsetEstimator {
  /** By pair of plants (lower first), then by pair of gates. */
  readonly #plants = new Map<string, Map<string, GatePair>>();

  /** Adds the passages of one vehicle, in order of time by the plants' own clocks. */
  add(track: readonly ClockedPassage[]): void {
    for (let i = 1; i < track.length; i++) {
      const [one, other] = [track[i - 1], track[i]];
      if (one === undefined || other === undefined || one.plant === other.plant) continue;
      const [a, b] = one.plant < other.plant ? [one, other] : [other, one];
      const seconds = (b.timeMs - a.timeMs) / 1000;
      if (Math.abs(seconds) <= MAX_LEG_S) this.#getGatePair(a, b)?.seconds.push(seconds);
    }
  }

  #getGatePair(a: ClockedPassage, b: ClockedPassage): GatePair | null {
    if (a.at === null || b.at === null) return null;
    const plants = `${a.plant} ${b.plant}`;
    const gates = this.#plants.get(plants) ?? new Map<string, GatePair>();
    this.#plants.set(plants, gates);
    const known = gates.get(`${a.gate} ${b.gate}`);
    if (known !== undefined) return known;
    const metres = computeDistanceM(a.at, b.at);
    if (metres < MIN_GATE_DISTANCE_M) return null;
    const made = { minS: metres / MAX_SPEED_M_PER_S, seconds: [] };
    gates.set(`${a.gate} ${b.gate}`, made);
    return made;
  }

  /**
   * Offsets relative to the plant with the most legs. A plant that no chain of measured pairs connects to it stays
   * unmeasured.
   */
  estimateOffsets(plants: number): readonly ClockOffset[] {
    const pairs = [...this.#plants].flatMap(([key, gates]) => {
      const [a = 0, b = 0] = key.split(' ').map(Number);
      const found = estimatePlantOffset([...gates.values()]);
      return found === null ? [] : [{ a, b, ...found }];
    });
    return chainOffsets(pairs, plants);
  }
}

/** Spreads the offsets from the best measured pair to the plants connected to it. */
function chainOffsets(pairs: readonly PlantPair[], plants: number): readonly ClockOffset[] {
  const weight = (plant: number): number =>
    pairs.reduce((sum, pair) => sum + (pair.a === plant || pair.b === plant ? pair.legs : 0), 0);
  const all = Array.from({ length: plants }, (_, plant) => plant);
  const reference = all.toSorted((a, b) => weight(b) - weight(a) || a - b)[0] ?? 0;
  const known = new Map<number, ClockOffset>([
    [reference, { plant: reference, offsetS: 0, spreadS: 0, legs: weight(reference), isReference: true }],
  ]);
  for (;;) {
    const next = pairs.filter(({ a, b }) => known.has(a) !== known.has(b)).toSorted((x, y) => y.legs - x.legs)[0];
    if (next === undefined) break;
    const [from, to, sign] = known.has(next.a) ? [next.a, next.b, 1] : [next.b, next.a, -1];
    const base = known.get(from);
    known.set(to, {
      plant: to,
      offsetS: (base?.offsetS ?? 0) + sign * next.offsetS,
      spreadS: (base?.spreadS ?? 0) + next.spreadS,
      legs: next.legs,
      isReference: false,
    });
  }
  return all.map((plant) => known.get(plant) ?? { plant, offsetS: null, spreadS: 0, legs: 0, isReference: false });
}

/** Offset of the second plant relative to the first; null: too few legs each way, or no offset fits. */
function estimatePlantOffset(gates: readonly GatePair[]): Omit<PlantPair, 'a' | 'b'> | null {
  const sorted = gates.map(({ minS, seconds }) => ({ minS, seconds: seconds.toSorted((x, y) => x - y) }));
  let best = { score: 0, legs: 0, sum: 0, count: 0 };
  for (let offsetS = -MAX_OFFSET_S; offsetS <= MAX_OFFSET_S; offsetS += STEP_S) {
    const { score, legs } = scoreOffset(sorted, offsetS);
    if (score > best.score) best = { score, legs, sum: offsetS, count: 1 };
    // When a whole range of offsets fits equally well, its middle is taken.
    else if (score === best.score && score > 0) best = { ...best, sum: best.sum + offsetS, count: best.count + 1 };
  }
  if (best.legs < MIN_CLOCK_LEGS) return null;
  return { ...refineOffset(sorted, best.sum / best.count), legs: best.legs };
}

/**
 * How well an offset explains the differences: it counts legs of plausible length in both directions and penalises
 * legs nobody can drive.
 */
function scoreOffset(gates: readonly GatePair[], offsetS: number): { readonly score: number; readonly legs: number } {
  let [legs, impossible] = [0, 0];
  for (const { minS, seconds } of gates) {
    const maxS = 3 * minS + 180;
    const [farBack, back] = [countBelow(seconds, offsetS - maxS), countBelow(seconds, offsetS - minS)];
    const [there, farThere] = [countBelow(seconds, offsetS + minS), countBelow(seconds, offsetS + maxS)];
    legs += Math.min(back - farBack, farThere - there);
    impossible += there - back;
  }
  return { score: legs - GAP_PENALTY * impossible, legs };
}

function countBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid] ?? 0) < value) low = mid + 1;
    else high = mid;
  }
  return low;
}

/**
 * Refines an offset gate by gate as NTP does, now that it is known which legs went there and which came back: half
 * the difference of the two driving times.
 */
function refineOffset(
  gates: readonly GatePair[],
  offsetS: number,
): { readonly offsetS: number; readonly spreadS: number } {
  const found = gates.flatMap(({ minS, seconds }) => {
    const maxS = 3 * minS + 180;
    const there = seconds.filter((one) => one > offsetS && one < offsetS + maxS);
    const back = seconds.filter((one) => one < offsetS && one > offsetS - maxS).toReversed();
    const legs = Math.min(there.length, back.length);
    if (legs < MIN_PAIR_LEGS) return [];
    const [low, high] = [computePercentile(back, 0.1) ?? 0, computePercentile(there, 0.1) ?? 0];
    return [{ offsetS: (low + high) / 2, legs }];
  });
  const sorted = found.toSorted((x, y) => x.offsetS - y.offsetS);
  if (sorted.length === 0) return { offsetS, spreadS: 120 };
  const legs = sorted.reduce((sum, one) => sum + one.legs, 0);
  const at = (share: number): number => weightedQuantile(sorted, legs * share);
  return { offsetS: at(0.5), spreadS: at(0.75) - at(0.25) };
}

/** The offset below which the wanted number of legs lies. */
function weightedQuantile(
  sorted: readonly { readonly offsetS: number; readonly legs: number }[],
  requested: number,
): number {
  let sum = 0;
  for (const { offsetS, legs } of sorted) {
    sum += legs;
    if (sum >= requested) return offsetS;
  }
  return sorted.at(-1)?.offsetS ?? 0;
}

/** Seconds by which cameras of one plant may disagree. */
export const SAME_CLOCK_SLACK_S = 30;
const UNMEASURED_SLACK_S = 60;

/**
 * Seconds by which two clocks may disagree: the difference among cameras plus the uncertainty of the estimate; a
 * minute when there is no estimate.
 */
export const getClockSlackS = ({ offsetS, spreadS }: Pick<ClockOffset, 'offsetS' | 'spreadS'>): number =>
  offsetS === null ? UNMEASURED_SLACK_S : SAME_CLOCK_SLACK_S + spreadS / 4;
