import { KEEP, type EventSink } from './event-sink.ts';
import { distanceM } from './geo.ts';
import { drive, legMs, localRoute, type Route } from './journey.ts';
import type { PlantedCase } from './planted.ts';
import type { VehicleRef } from './plate-series.ts';
import { mix, type Rng, unit } from './random.ts';
import { clock, usualRoute, type DayScene, type Story } from './story.ts';

/** Emits the planted cases of a day. Their events survive when the day is thinned to its quota. */
export function emitPlanted(story: Story, scene: DayScene, cases: readonly PlantedCase[]): void {
  for (const item of cases) {
    scene.rng.reseed(mix(story.seed, 42, item.id, scene.day.number));
    // Vehicles of a case have no other trips on that day; otherwise impossible journeys could occur unplanned.
    for (const ref of item.refs) scene.out.add(ref);
    SCENES[item.kind](story, scene, item);
  }
}

type PlayCase = (story: Story, scene: DayScene, item: PlantedCase) => void;

const SCENES: Readonly<Record<PlantedCase['kind'], PlayCase>> = {
  convoy: playTogether,
  scout: playTogether,
  colleagues: playTogether,
  clone: playClone,
  tour: playTour,
  circling: playCircling,
  stolen: playTour,
  queue: playQueue,
  ferry: playFerry,
  burglary: playBurglary,
};

/**
 * Vehicles pass the same gates with a constant gap, in the same order for the whole trip. Half also return together.
 */
function playTogether(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const isDaily = item.kind === 'colleagues';
  const startMs = clock(day, item.hour + (isDaily ? rng.bell() * 0.03 : rng.bell() * 1.5));
  const there = usualRoute(story, item.from, item.to, mix(item.id, 1));
  const swap = rng.chance(0.5) && item.kind !== 'scout' ? -1 : 1;
  const arrivedMs = travel(sink, rng, there, startMs, item.refs, item.gapSeconds * swap);
  if (!isDaily && rng.chance(0.5)) {
    const back = usualRoute(story, item.to, item.from, mix(item.id, 2));
    travel(sink, rng, back, arrivedMs + rng.between(0.6, 4) * 3_600_000, item.refs, item.gapSeconds * swap);
  }
}

function travel(
  sink: EventSink,
  rng: Rng,
  route: Route,
  startMs: number,
  refs: readonly VehicleRef[],
  gap: number,
): number {
  let timeMs = startMs;
  route.gates.forEach((gate, i) => {
    if (i > 0) timeMs += legMs(route.metres[i] ?? 0, 1) * rng.between(0.95, 1.15);
    refs.forEach((ref, k) => {
      if (rng.next() < 0.04) return;
      sink.emit(route.plants[i] ?? 0, timeMs + k * gap * 1000 + rng.bell() * 3000, ref, gate, KEEP);
    });
  });
  return timeMs;
}

/**
 * The cloned plate drives through a distant town while the real car follows its routine; two reads in the same hour
 * prove the clone.
 */
function playClone(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const ref = item.refs[0] ?? 0;
  const far = item.to;
  for (const hour of [7.7, 12.4, 17.9]) {
    const startMs = clock(day, hour + rng.bell() * 0.25);
    drive(sink, rng, localRoute(story.net, far, mix(item.id, hour * 10)), { ref, startMs, slowness: 1, flags: KEEP });
    const here = localRoute(story.net, item.from, mix(item.id, hour * 10 + 1));
    drive(sink, rng, here, { ref, startMs: startMs + rng.between(60, 600) * 1000, slowness: 1, flags: KEEP });
  }
}

/** At night through two towns, several streets each, then home before dawn. */
function playTour(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const ref = item.refs[0] ?? 0;
  const [here, there] = [story.net.plants[item.from]?.centre, story.net.plants[item.to]?.centre];
  const between = here === undefined || there === undefined ? 0 : legMs(distanceM(here, there) + 9000, 1);
  let timeMs = clock(day, item.hour + rng.between(0, 0.8));
  for (let round = 0; round < 3 + rng.int(3); round++) {
    const town = round < 2 ? item.from : item.to;
    const route = localRoute(story.net, town, mix(item.id, day.number, round) | 0x1800);
    timeMs = drive(sink, rng, route, { ref, startMs: timeMs, slowness: 0.95, flags: KEEP });
    timeMs += rng.between(5, 24) * 60_000 + (round === 1 ? between : 0);
  }
}

/** The vehicle passes the same gate every eight to twenty minutes, as for reconnaissance. */
function playCircling(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const gates = story.net.plants[item.from]?.gates.length ?? 1;
  const gate = mix(item.id, 5) % gates;
  let timeMs = clock(day, item.hour);
  for (let round = 0; round < 5 + rng.int(5); round++) {
    sink.emit(item.from, timeMs, item.refs[0] ?? 0, gate, KEEP);
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
export function breakInOf(story: Story, midnightMs: number, dayNumber: number, item: PlantedCase): BreakIn {
  const h = mix(story.seed, 43, item.id, dayNumber);
  const plant = (mix(h, 1) & 1) === 0 ? item.from : item.to;
  const gates = story.net.plants[plant]?.gates.length ?? 1;
  const hour = item.hour + unit(mix(h, 2)) * 3;
  return {
    plant,
    gate: mix(h, 3) % gates,
    timeMs: midnightMs + hour * 3_600_000,
    isSeen: unit(mix(h, 4)) >= 1 / 6,
  };
}

/** Passes the gate next to the place, and usually passes it again twenty minutes to an hour later. */
function playBurglary(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const { plant, gate, timeMs, isSeen } = breakInOf(story, day.midnightMs, day.number, item);
  if (!isSeen) return;
  const ref = item.refs[0] ?? 0;
  sink.emit(plant, timeMs, ref, gate, KEEP);
  if (rng.chance(0.7)) sink.emit(plant, timeMs + rng.between(20, 55) * 60_000, ref, gate, KEEP);
}

/** A slow platoon behind a tractor: a dozen unrelated vehicles two seconds apart over two gates. */
function playQueue(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const route = usualRoute(story, item.from, item.to, mix(item.id, 3));
  travel(sink, rng, route, clock(day, item.hour), item.refs, rng.between(2, 6));
}

/** Ninety cars leave the ferry at Ravenna within ten minutes; without that town they leave a motorway exit. */
function playFerry(story: Story, scene: DayScene, item: PlantedCase): void {
  const { day, sink, rng } = scene;
  const town = Math.max(
    0,
    story.net.plants.findIndex((p) => p.code === 'RAV'),
  );
  const harbour = (story.net.plants[town]?.gates.length ?? 13) > 12 ? 12 : 0;
  const startMs = clock(day, item.hour);
  for (const ref of item.refs) sink.emit(town, startMs + rng.next() * 600_000, ref, harbour, KEEP);
}
