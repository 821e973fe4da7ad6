import { drawDayPart } from './day-profile.ts';
import { emitDrive, buildLocalRoute } from './journey.ts';
import { SERIES, getSeries } from './plate-series.ts';
import { mixHash, hashToUnit, type Rng } from './random.ts';
import { getPoolMember, POOLS } from './roster.ts';
import {
  toInstantMs,
  hashVehicleDay,
  reserveVehicle,
  computeSlowness,
  findUsualRoute,
  type DayScene,
  type TrafficPlan,
} from './traffic-plan.ts';

/** Minimum time spent outside the area by a vehicle that leaves it and returns. */
const MIN_AWAY_MS = 3_000_000;

/** Emits traffic without a fixed schedule: lorries, deliveries, errands, visitors, foreign transit. */
export function emitOthers(story: TrafficPlan, scene: DayScene): void {
  emitLorries(story, scene);
  emitDeliveries(story, scene);
  emitErrands(story, scene);
  emitVisitors(story, scene);
  emitForeign(story, scene);
}

const scaleByDayFactor = (scene: DayScene, count: number): number => Math.round(count * scene.factor);

/** Draws a vehicle index from a group; frequent vehicles are drawn more often. */
function drawMember(rng: Rng, count: number): number {
  const u = rng.next();
  return Math.floor(u * u * count);
}

const drawStart = (scene: DayScene): number =>
  scene.day.startMs + drawDayPart(scene.rng.next()) * (scene.day.endMs - scene.day.startMs);

function emitLorries(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  const count = Math.round(story.sizes.lorriesPerDay * (day.isHoliday ? 0.12 : day.weekday === 5 ? 0.5 : 1.15));
  for (let k = 0; k < count; k++) {
    rng.reseed(hashVehicleDay(story, day, 5, k));
    const i = drawMember(rng, story.sizes.lorries);
    const h = mixHash(story.seed, 36, i);
    const base = story.drawTown(hashToUnit(mixHash(h, 1)));
    const to = rng.chance(0.55) ? story.drawOutside(rng.next()) : story.drawTown(rng.next());
    const ref = getPoolMember(POOLS.lorry, i, story.seed);
    if (!reserveVehicle(scene, ref)) continue;
    const startMs = toInstantMs(day, 4.5 + rng.between(0, 1) ** 0.8 * 14);
    const arrivedMs = emitDrive(sink, rng, findUsualRoute(story, base, to, mixHash(h, 2)), {
      ref,
      startMs,
      slowness: 1.15,
      flags: 0,
    });
    if (rng.chance(0.6)) {
      const backMs = arrivedMs + MIN_AWAY_MS + rng.between(1, 5) * 3_600_000;
      emitDrive(sink, rng, findUsualRoute(story, to, base, mixHash(h, 2)), {
        ref,
        startMs: backMs,
        slowness: 1.15,
        flags: 0,
      });
    }
  }
}

/** Parcel vans drive around one town from nine to six and pass the same gates repeatedly. */
function emitDeliveries(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  if (day.isHoliday) return;
  for (let k = 0; k < scaleByDayFactor(scene, story.sizes.deliveriesPerDay); k++) {
    rng.reseed(hashVehicleDay(story, day, 6, k));
    const i = drawMember(rng, story.sizes.deliveries);
    const town = story.drawTown(hashToUnit(mixHash(story.seed, 37, i)));
    const ref = getPoolMember(POOLS.delivery, i, story.seed);
    if (!reserveVehicle(scene, ref)) continue;
    let hour = rng.between(8, 10);
    for (let stop = 0; stop < 5 && hour < 19; stop++) {
      const startMs = toInstantMs(day, hour);
      emitDrive(sink, rng, buildLocalRoute(story.net, town, mixHash(i, stop, day.number)), {
        ref,
        startMs,
        slowness: 1.1,
        flags: 0,
      });
      hour += rng.between(0.6, 1.8);
    }
  }
}

/** Residents shopping or visiting, at any time of day, out and back. */
function emitErrands(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  for (let k = 0; k < scaleByDayFactor(scene, story.sizes.localsPerDay); k++) {
    rng.reseed(hashVehicleDay(story, day, 7, k));
    const i = drawMember(rng, story.sizes.locals);
    const h = mixHash(story.seed, 38, i);
    const home = story.drawTown(hashToUnit(mixHash(h, 1)));
    const to = rng.chance(0.66) ? home : story.drawTown(rng.next());
    const ref = getPoolMember(POOLS.local, i, story.seed);
    if (!reserveVehicle(scene, ref)) continue;
    const startMs = drawStart(scene);
    const arrivedMs = emitDrive(sink, rng, findUsualRoute(story, home, to, mixHash(h, 2)), {
      ref,
      startMs,
      slowness: computeSlowness(day, startMs),
      flags: 0,
    });
    const backMs = arrivedMs + rng.between(0.3, 3.5) * 3_600_000;
    emitDrive(sink, rng, findUsualRoute(story, to, home, mixHash(h, 3)), {
      ref,
      startMs: backMs,
      slowness: computeSlowness(day, backMs),
      flags: 0,
    });
  }
}

/** Visitors rarely occur twice; on holidays they drive to the sea and return in the evening. */
function emitVisitors(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  const count = story.sizes.visitorsPerDay;
  for (let k = 0; k < Math.round(count * (day.isHoliday ? 1.5 : day.weekday === 5 ? 1.3 : 0.9)); k++) {
    rng.reseed(hashVehicleDay(story, day, 8, k));
    const ref = getPoolMember(POOLS.visitor, Math.floor(rng.next() * count * 80), story.seed);
    if (!reserveVehicle(scene, ref)) continue;
    const from = story.drawOutside(rng.next());
    const to = story.drawTown(rng.next());
    const startMs = drawStart(scene);
    const arrivedMs = emitDrive(sink, rng, findUsualRoute(story, from, to, mixHash(ref, 1)), {
      ref,
      startMs,
      slowness: computeSlowness(day, startMs),
      flags: 0,
    });
    if (rng.chance(0.7)) {
      const backMs = arrivedMs + rng.between(2, 10) * 3_600_000;
      emitDrive(sink, rng, findUsualRoute(story, to, from, mixHash(ref, 2)), {
        ref,
        startMs: backMs,
        slowness: 1,
        flags: 0,
      });
    }
  }
}

/** Foreign lorries cross the region from edge to edge; foreign cars stay a few days. */
function emitForeign(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  for (let k = 0; k < Math.round(story.sizes.foreignPerDay * (day.isHoliday ? 0.8 : 1.04)); k++) {
    rng.reseed(hashVehicleDay(story, day, 9, k));
    const ref = getPoolMember(POOLS.foreign, Math.floor(rng.next() * story.sizes.foreignPerDay * 26), story.seed);
    const from = story.drawOutside(rng.next());
    const isLorry = getSeries(ref) === SERIES.foreignTruck;
    const to = isLorry && rng.chance(0.6) ? story.drawOutside(rng.next()) : story.drawTown(rng.next());
    if (to === from || !reserveVehicle(scene, ref)) continue;
    const startMs = isLorry ? day.startMs + rng.next() * (day.endMs - day.startMs) : drawStart(scene);
    emitDrive(sink, rng, findUsualRoute(story, from, to, mixHash(ref, 1)), {
      ref,
      startMs,
      slowness: isLorry ? 1.12 : 1,
      flags: 0,
    });
  }
}
