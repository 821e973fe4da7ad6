import { PROTECTED_FLAG, type EventSink } from './event-sink.ts';
import { computeDistanceM } from './geo.ts';
import { emitDrive, computeLegMs, buildLocalRoute, type Route } from './journey.ts';
import type { PlantedCase } from './planted.ts';
import type { VehicleRef } from './plate-series.ts';
import { mixHash, type Rng, hashToUnit } from './random.ts';
import { toInstantMs, findUsualRoute, type DayScene, type TrafficPlan } from './traffic-plan.ts';

/** Emits the planted cases of a day. Their events survive when the day is thinned to its quota. */
export function emitPlantedCases(story: TrafficPlan, scene: DayScene, cases: readonly PlantedCase[]): void {
  for (const item of cases) {
    scene.rng.reseed(mixHash(story.seed, 42, item.id, scene.day.number));
    // Vehicles of a case have no other trips on that day; otherwise impossible journeys could occur unplanned.
    for (const ref of item.refs) scene.out.add(ref);
    CASE_EMITTERS[item.kind](story, scene, item);
  }
}

type CaseEmitter = (story: TrafficPlan, scene: DayScene, item: PlantedCase) => void;

const CASE_EMITTERS: Readonly<Record<PlantedCase['kind'], CaseEmitter>> = {
  convoy: emitConvoy,
  scout: emitConvoy,
  colleagues: emitConvoy,
  clone: emitClone,
  tour: emitTour,
  circling: emitCircling,
  stolen: emitTour,
  queue: emitQueue,
  ferry: emitFerry,
  burglary: emitBurglary,
};

/**
 * Vehicles pass the same gates with a constant gap, in the same order for the whole trip. Half also return together.
 */
function emitConvoy(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const isDaily = item.kind === 'colleagues';
  const startMs = toInstantMs(day, item.hour + (isDaily ? rng.bell() * 0.03 : rng.bell() * 1.5));
  const there = findUsualRoute(story, item.from, item.to, mixHash(item.id, 1));
  const swap = rng.chance(0.5) && item.kind !== 'scout' ? -1 : 1;
  const arrivedMs = emitConvoyTrip(sink, rng, there, startMs, item.refs, item.gapSeconds * swap);
  if (!isDaily && rng.chance(0.5)) {
    const back = findUsualRoute(story, item.to, item.from, mixHash(item.id, 2));
    emitConvoyTrip(sink, rng, back, arrivedMs + rng.between(0.6, 4) * 3_600_000, item.refs, item.gapSeconds * swap);
  }
}

function emitConvoyTrip(
  sink: EventSink,
  rng: Rng,
  route: Route,
  startMs: number,
  refs: readonly VehicleRef[],
  gap: number,
): number {
  let timeMs = startMs;
  route.gates.forEach((gate, i) => {
    if (i > 0) timeMs += computeLegMs(route.metres[i] ?? 0, 1) * rng.between(0.95, 1.15);
    refs.forEach((ref, k) => {
      if (rng.next() < 0.04) return;
      sink.emit(route.plants[i] ?? 0, timeMs + k * gap * 1000 + rng.bell() * 3000, ref, gate, PROTECTED_FLAG);
    });
  });
  return timeMs;
}

/**
 * The cloned plate drives through a distant town while the real car follows its routine; two reads in the same hour
 * prove the clone.
 */
function emitClone(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const ref = item.refs[0] ?? 0;
  const far = item.to;
  for (const hour of [7.7, 12.4, 17.9]) {
    const startMs = toInstantMs(day, hour + rng.bell() * 0.25);
    emitDrive(sink, rng, buildLocalRoute(story.net, far, mixHash(item.id, hour * 10)), {
      ref,
      startMs,
      slowness: 1,
      flags: PROTECTED_FLAG,
    });
    const here = buildLocalRoute(story.net, item.from, mixHash(item.id, hour * 10 + 1));
    emitDrive(sink, rng, here, {
      ref,
      startMs: startMs + rng.between(60, 600) * 1000,
      slowness: 1,
      flags: PROTECTED_FLAG,
    });
  }
}

/** At night through two towns, several streets each, then home before dawn. */
function emitTour(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const ref = item.refs[0] ?? 0;
  const [here, there] = [story.net.plants[item.from]?.centre, story.net.plants[item.to]?.centre];
  const between = here === undefined || there === undefined ? 0 : computeLegMs(computeDistanceM(here, there) + 9000, 1);
  let timeMs = toInstantMs(day, item.hour + rng.between(0, 0.8));
  for (let round = 0; round < 3 + rng.int(3); round++) {
    const town = round < 2 ? item.from : item.to;
    const route = buildLocalRoute(story.net, town, mixHash(item.id, day.number, round) | 0x1800);
    timeMs = emitDrive(sink, rng, route, { ref, startMs: timeMs, slowness: 0.95, flags: PROTECTED_FLAG });
    timeMs += rng.between(5, 24) * 60_000 + (round === 1 ? between : 0);
  }
}

/** The vehicle passes the same gate every eight to twenty minutes, as for reconnaissance. */
function emitCircling(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const gates = story.net.plants[item.from]?.gates.length ?? 1;
  const gate = mixHash(item.id, 5) % gates;
  let timeMs = toInstantMs(day, item.hour);
  for (let round = 0; round < 5 + rng.int(5); round++) {
    sink.emit(item.from, timeMs, item.refs[0] ?? 0, gate, PROTECTED_FLAG);
    timeMs += rng.between(8, 20) * 60_000;
  }
}

/** Place and time of the break-in of a day: anywhere in the two towns, at any hour the case allows. */
export interface BreakIn {
  /** Indices of plant and gate. */
  readonly plant: number;
  readonly gate: number;
  readonly timeMs: number;
  /** Whether the nearest camera sees the vehicle. One in six arrives another way, which is why analyses use K of N. */
  readonly isSeen: boolean;
}

/** The break-in of a case on a day. Pure: the benchmark truth and the emitted reads agree. */
export function planBreakIn(story: TrafficPlan, midnightMs: number, dayNumber: number, item: PlantedCase): BreakIn {
  const h = mixHash(story.seed, 43, item.id, dayNumber);
  const plant = (mixHash(h, 1) & 1) === 0 ? item.from : item.to;
  const gates = story.net.plants[plant]?.gates.length ?? 1;
  const hour = item.hour + hashToUnit(mixHash(h, 2)) * 3;
  return {
    plant,
    gate: mixHash(h, 3) % gates,
    timeMs: midnightMs + hour * 3_600_000,
    isSeen: hashToUnit(mixHash(h, 4)) >= 1 / 6,
  };
}

/** Passes the gate next to the place, and usually passes it again twenty minutes to an hour later. */
function emitBurglary(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const { plant, gate, timeMs, isSeen } = planBreakIn(story, day.midnightMs, day.number, item);
  if (!isSeen) return;
  const ref = item.refs[0] ?? 0;
  sink.emit(plant, timeMs, ref, gate, PROTECTED_FLAG);
  if (rng.chance(0.7)) sink.emit(plant, timeMs + rng.between(20, 55) * 60_000, ref, gate, PROTECTED_FLAG);
}

/** A slow platoon behind a tractor: a dozen unrelated vehicles two seconds apart over two gates. */
function emitQueue(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const route = findUsualRoute(story, item.from, item.to, mixHash(item.id, 3));
  emitConvoyTrip(sink, rng, route, toInstantMs(day, item.hour), item.refs, rng.between(2, 6));
}

/** Ninety cars leave the ferry at Ravenna within ten minutes; without that town they leave a motorway exit. */
function emitFerry(story: TrafficPlan, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const town = Math.max(
    0,
    story.net.plants.findIndex((p) => p.code === 'RAV'),
  );
  const harbour = (story.net.plants[town]?.gates.length ?? 13) > 12 ? 12 : 0;
  const startMs = toInstantMs(day, item.hour);
  for (const ref of item.refs) sink.emit(town, startMs + rng.next() * 600_000, ref, harbour, PROTECTED_FLAG);
}
