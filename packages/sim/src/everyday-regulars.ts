import { emitDrive } from './journey.ts';
import { mixHash, hashToUnit } from './random.ts';
import { getPoolMember, POOLS } from './roster.ts';
import {
  toInstantMs,
  hashVehicleDay,
  computeSlowness,
  findUsualRoute,
  type DayScene,
  type TrafficPlan,
} from './traffic-plan.ts';

/** Emits people with fixed habits: commuters, school runs, scheduled buses, night workers and guards. */
export function emitRegulars(story: TrafficPlan, scene: DayScene): void {
  emitCommuters(story, scene);
  emitSchoolRuns(story, scene);
  emitBuses(story, scene);
  emitNightPeople(story, scene);
}

interface Commuter {
  readonly home: number;
  readonly work: number;
  readonly leavesAt: number;
  readonly returnsAt: number;
  readonly spreadHours: number;
  readonly taste: number;
}

/** Daily routine of a commuter, derived from the index alone. Seven in a hundred work shifts. */
export function deriveCommuter(story: TrafficPlan, i: number): Commuter {
  const h = mixHash(story.seed, 31, i);
  const home = story.drawTown(hashToUnit(mixHash(h, 1)));
  const work = hashToUnit(mixHash(h, 2)) < 0.42 ? home : story.drawTown(hashToUnit(mixHash(h, 3)));
  const late = hashToUnit(mixHash(h, 4)) + hashToUnit(mixHash(h, 5)) + hashToUnit(mixHash(h, 6)) - 1.5;
  const shift = hashToUnit(mixHash(h, 7));
  const spreadHours = 0.07 + 0.11 * hashToUnit(mixHash(h, 8));
  const taste = mixHash(h, 9);
  if (shift < 0.07) {
    const start = shift < 0.025 ? 5.4 : shift < 0.05 ? 13.3 : 21.3;
    return { home, work, leavesAt: start + late * 0.2, returnsAt: start + 8.7 + late * 0.2, spreadHours, taste };
  }
  const leavesAt = 7.55 + late * 0.9;
  return { home, work, leavesAt, returnsAt: shift < 0.25 ? 13.2 + late * 0.4 : 17.7 + late * 1.1, spreadHours, taste };
}

function emitCommuters(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  const presence = day.isHoliday ? 0.06 : day.weekday === 5 ? 0.22 : 0.9;
  for (let i = 0; i < story.sizes.commuters; i++) {
    rng.reseed(hashVehicleDay(story, day, 1, i));
    if (!rng.chance(presence)) continue;
    const life = deriveCommuter(story, i);
    const ref = getPoolMember(POOLS.commuter, i, story.seed);
    if (scene.out.has(ref)) continue;
    const out = toInstantMs(day, life.leavesAt + rng.bell() * life.spreadHours);
    const back = toInstantMs(day, life.returnsAt + rng.bell() * life.spreadHours * 2.2);
    emitDrive(sink, rng, findUsualRoute(story, life.home, life.work, life.taste), {
      ref,
      startMs: out,
      slowness: computeSlowness(day, out),
      flags: 0,
    });
    emitDrive(sink, rng, findUsualRoute(story, life.work, life.home, life.taste), {
      ref,
      startMs: back,
      slowness: computeSlowness(day, back),
      flags: 0,
    });
  }
}

/** Parents pass the same two gates minutes apart on every school day: a typical false convoy. */
function emitSchoolRuns(story: TrafficPlan, { day, sink, rng }: DayScene): void {
  if (day.isHoliday || day.weekday >= 5) return;
  for (let i = 0; i < story.sizes.schoolRuns; i++) {
    rng.reseed(hashVehicleDay(story, day, 2, i));
    const h = mixHash(story.seed, 32, i);
    const town = story.drawTown(hashToUnit(h));
    const school = mixHash(h, 2) % 3;
    const route = findUsualRoute(story, town, town, mixHash(story.seed, 33, town, school) & ~0x1800);
    const ref = getPoolMember(POOLS.school, i, story.seed);
    for (const hour of [7.87, 13.12]) {
      if (!rng.chance(0.88)) continue;
      const startMs = toInstantMs(day, hour + rng.bell() * 0.045);
      emitDrive(sink, rng, route, { ref, startMs, slowness: 1.25, flags: 0 });
    }
  }
}

/** Each line has one coach that shuttles between two towns all day, at most two minutes off schedule. */
function emitBuses(story: TrafficPlan, { day, sink, rng }: DayScene): void {
  const every = day.isHoliday ? 4.2 : 2.4;
  for (let i = 0; i < story.sizes.buses; i++) {
    rng.reseed(hashVehicleDay(story, day, 3, i));
    const h = mixHash(story.seed, 34, i);
    const from = story.drawTown(hashToUnit(mixHash(h, 1)));
    const to = story.drawTown(hashToUnit(mixHash(h, 2)));
    const ref = getPoolMember(POOLS.bus, i, story.seed);
    let isOut = true;
    for (let hour = 5.8 + hashToUnit(mixHash(h, 3)); hour < 22.5; hour += every) {
      const route = isOut
        ? findUsualRoute(story, from, to, mixHash(h, 4))
        : findUsualRoute(story, to, from, mixHash(h, 4));
      emitDrive(sink, rng, route, {
        ref,
        startMs: toInstantMs(day, hour) + rng.bell() * 60_000,
        slowness: 1.25,
        flags: 0,
      });
      isOut = !isOut;
    }
  }
}

/** Night workers drive out and back; every fifth is a guard who patrols the same gates all night. */
function emitNightPeople(story: TrafficPlan, { day, sink, rng }: DayScene): void {
  for (let i = 0; i < story.sizes.nightPeople; i++) {
    rng.reseed(hashVehicleDay(story, day, 4, i));
    if (!rng.chance(0.7)) continue;
    const h = mixHash(story.seed, 35, i);
    const town = story.drawTown(hashToUnit(mixHash(h, 1)));
    const route = findUsualRoute(story, town, town, mixHash(h, 2));
    const ref = getPoolMember(POOLS.night, i, story.seed);
    if (i % 5 === 0) {
      for (let hour = 22.5; hour < 28.5; hour += 1.5 + rng.next()) {
        emitDrive(sink, rng, route, { ref, startMs: toInstantMs(day, hour), slowness: 1, flags: 0 });
      }
      continue;
    }
    for (const hour of [21.6, 28.2 - 24]) {
      emitDrive(sink, rng, route, {
        ref,
        startMs: toInstantMs(day, hour + rng.bell() * 0.15),
        slowness: 0.95,
        flags: 0,
      });
    }
  }
}
