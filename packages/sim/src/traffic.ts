import type { IsoInstant } from './instants.ts';
import { buildSimDay, findSimDay, type SimDay } from './calendar.ts';
import { generateDay, type DayColumns } from './day-traffic.ts';
import { trafficShareBefore, getWeekdayFactor } from './day-profile.ts';
import { buildNetwork } from './network.ts';
import { INNOCENT_KINDS, planCases, type PlantedCase, type PlantedKind } from './planted.ts';
import { planBreakIn } from './planted-scenes.ts';
import { deriveRegistration } from './plate-series.ts';
import { createPassageMaker, type Passage } from './reads.ts';
import type { SimPlant } from './plant-types.ts';
import { computeRosterSizes } from './roster.ts';
import { buildTrafficPlan, type TrafficPlan } from './traffic-plan.ts';

export interface TrafficOptions {
  readonly seed: number;
  readonly plants: readonly SimPlant[];
  /** Exact number of transits per plant. */
  readonly readsPerPlant: number;
  /** All reads are before this instant. */
  readonly now: IsoInstant;
  /** Number of days the reads are spread over; default 30, or 60 from 100 000 reads per plant. */
  readonly days?: number;
  /** Benchmark traffic: adds a series of break-ins to find, plus taxis and camera outages as distractors. */
  readonly isHard?: boolean;
  /**
   * Half of the tours, rounds and stolen vehicles fall into the last seven days: as many in one week as the analysis
   * design assumes.
   */
  readonly hasBusyWeek?: boolean;
  /** Clock errors of plants by code. */
  readonly clocks?: Readonly<Record<string, ClockError>>;
}

/** Seconds a plant's clock is ahead of true time on the first day, and seconds it gains per day. */
export interface ClockError {
  readonly aheadS: number;
  readonly perDayS: number;
}

export interface Traffic {
  readonly options: TrafficOptions;
  readonly plan: TrafficPlan;
  readonly days: readonly SimDay[];
  /** Reads per plant for each day, in day order. */
  readonly quotas: readonly number[];
  readonly cases: readonly PlantedCase[];
}

/**
 * Share of the busiest plant's reads that come from journeys of roster vehicles; the rest is filled up with local
 * traffic.
 */
const BUSIEST_SHARE = 0.9;

/**
 * Plans the traffic of a set of plants. Cheap: reads are generated lazily. Throws RangeError for no plants or no
 * reads.
 */
export function planTraffic(options: TrafficOptions): Traffic {
  const { seed, plants, readsPerPlant } = options;
  if (plants.length === 0 || !(readsPerPlant > 0)) throw new RangeError('traffic needs plants and reads');
  const nowMs = Date.parse(options.now);
  if (Number.isNaN(nowMs)) throw new RangeError('now is not an instant');
  const last = findSimDay(nowMs);
  const count = options.days ?? (readsPerPlant >= 100_000 ? 60 : 30);
  const days = Array.from({ length: count }, (_, i) => buildSimDay(last.number - count + 1 + i));
  const net = buildNetwork(plants);
  const story = buildTrafficPlan(seed, net, computeRosterSizes(estimateVolume(options, net, days)));
  const cases = planCases(story, readsPerPlant, days[0]?.number ?? 0, last.number, options);
  return { options, plan: story, days, quotas: splitQuotas(days, readsPerPlant, nowMs), cases };
}

/** Estimates the traffic volume at which the busiest plant is nearly full on a weekday, by simulating that day once. */
function estimateVolume(options: TrafficOptions, net: TrafficPlan['net'], days: readonly SimDay[]): number {
  const perDay = options.readsPerPlant / days.length;
  const guess = Math.min(perDay, 4000) * options.plants.length;
  const day = days.find((d) => d.weekday === 2) ?? buildSimDay(20_000);
  const story = buildTrafficPlan(options.seed, net, computeRosterSizes(guess));
  const made = generateDay(story, { day, untilMs: day.endMs, quotas: null, cases: [] });
  const busiest = Math.max(1, ...made.map((d) => d.events.length));
  return ((BUSIEST_SHARE * perDay) / busiest) * guess;
}

/** Splits the total over the days by weekday, today only in part; the sum is exact. */
function splitQuotas(days: readonly SimDay[], requested: number, nowMs: number): readonly number[] {
  const weights = days.map((day) => {
    const part = Math.min(1, (nowMs - day.startMs) / (day.endMs - day.startMs));
    return getWeekdayFactor(day.weekday, day.isHoliday) * (part >= 1 ? 1 : trafficShareBefore(part));
  });
  const total = weights.reduce((a, b) => a + b, 0);
  let sum = 0;
  let input = 0;
  return weights.map((weight) => {
    sum += weight;
    const upTo = Math.round((requested * sum) / total);
    const mine = upTo - input;
    input = upTo;
    return mine;
  });
}

function generatePlannedDay(traffic: Traffic, index: number): readonly DayColumns[] {
  const day = traffic.days[index];
  if (day === undefined) return [];
  return generateDay(traffic.plan, {
    day,
    untilMs: Date.parse(traffic.options.now),
    quotas: traffic.options.plants.map(() => traffic.quotas[index] ?? 0),
    cases: traffic.cases.filter((c) => c.days.includes(day.number)),
    isHard: traffic.options.isHard === true,
  });
}

/** Returns the reads of a day with the plant's clock error applied. */
function applyClockError({ options }: Traffic, code: string, index: number, day: DayColumns): DayColumns {
  const clock = options.clocks?.[code];
  if (clock === undefined) return day;
  const aheadMs = Math.round((clock.aheadS + clock.perDayS * index) * 1000);
  for (let i = 0; i < day.events.length; i++) day.events.time[i] = (day.events.time[i] ?? 0) + aheadMs;
  return day;
}

export interface DayPassages {
  readonly plant: SimPlant;
  /** Sorted by time; at most one simulated day. */
  readonly passages: readonly Passage[];
}

/**
 * The reads of all plants day by day from the oldest, one batch per day and plant. Streams: only one day is in
 * memory.
 */
export function* generateDays(traffic: Traffic): Generator<DayPassages> {
  const make = createPassageMaker(traffic.options.seed);
  for (let i = 0; i < traffic.days.length; i++) {
    const columns = generatePlannedDay(traffic, i);
    for (const [town, plant] of traffic.options.plants.entries()) {
      const day = columns[town];
      if (day !== undefined) yield { plant, passages: make(plant, applyClockError(traffic, plant.code, i, day)) };
    }
  }
}

/** The reads of one plant, oldest first, exactly `readsPerPlant`. Identical to what `passagesByDay` yields for it. */
export function* generatePlantPassages(traffic: Traffic, code: string): Generator<Passage> {
  const town = traffic.options.plants.findIndex((p) => p.code === code);
  const plant = traffic.options.plants[town];
  if (plant === undefined) throw new RangeError(`no plant ${code}`);
  const make = createPassageMaker(traffic.options.seed);
  for (let i = 0; i < traffic.days.length; i++) {
    const day = generatePlannedDay(traffic, i)[town];
    if (day !== undefined) yield* make(plant, applyClockError(traffic, code, i, day));
  }
}

export interface PlantedTruth {
  readonly kind: PlantedKind;
  /** False for innocent look-alikes that an analysis must not report. */
  readonly isOffence: boolean;
  readonly plates: readonly string[];
  /** Local days on which it happens. */
  readonly days: readonly string[];
  /** Codes of the plants of start and destination. */
  readonly plants: readonly string[];
  /** Break-ins of a burglary, each with the nearest gate (its order on the plant) and the time window. */
  readonly breakIns: readonly PlantedBreakIn[];
}

export interface PlantedBreakIn {
  readonly plant: string;
  readonly gateOrder: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A detective knows the hour, not the minute: the window starts fifteen minutes before and lasts one hour. */
const BREAK_IN_WINDOW_MS = 3_600_000;

function listBreakIns({ plan: story, options, days }: Traffic, item: PlantedCase): readonly PlantedBreakIn[] {
  if (item.kind !== 'burglary') return [];
  return days
    .filter(({ number }) => item.days.includes(number))
    .map((day) => {
      const { plant, gate, timeMs } = planBreakIn(story, day.midnightMs, day.number, item);
      const fromMs = timeMs - BREAK_IN_WINDOW_MS / 4;
      return {
        plant: options.plants[plant]?.code ?? '',
        gateOrder: gate + 1,
        fromMs,
        toMs: fromMs + BREAK_IN_WINDOW_MS,
      };
    });
}

/** The planted cases, for benchmarks. Reads may lack some of their passages, because cameras miss some. */
export function listPlantedTruth(traffic: Traffic): readonly PlantedTruth[] {
  const { seed, plants } = traffic.options;
  return traffic.cases.map((c) => ({
    kind: c.kind,
    isOffence: !INNOCENT_KINDS.has(c.kind),
    plates: c.refs.map((ref) => deriveRegistration(ref, seed).plate),
    days: c.days.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
    plants: [c.from, c.to].flatMap((node) => plants[node]?.code ?? []),
    breakIns: listBreakIns(traffic, c),
  }));
}
