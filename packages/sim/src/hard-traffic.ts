import type { SimDay } from './calendar.ts';
import type { IsCameraOff } from './event-sink.ts';
import { emitDrive, buildLocalRoute } from './journey.ts';
import { mixHash, hashToUnit } from './random.ts';
import { deriveRegistration, type VehicleRef } from './plate-series.ts';
import { getPoolMember, POOLS } from './roster.ts';
import {
  toInstantMs,
  hashVehicleDay,
  reserveVehicle,
  computeSlowness,
  type DayScene,
  type TrafficPlan,
} from './traffic-plan.ts';

/** Traffic that makes analyses harder and that the demo omits: taxis, and cameras that are off for hours. */

const HOUR_MS = 3_600_000;
/** Share of gate-days with an outage: 14 in a fortnight of 36 gates (analysis, part 6). */
const OUTAGE_SHARE = 14 / (36 * 14);

/** Draws the camera outages of one day. */
export function drawOutages(story: TrafficPlan, day: SimDay): IsCameraOff {
  const off = new Map<number, readonly [number, number]>();
  story.net.plants.forEach((plant, at) => {
    plant.gates.forEach((_, gate) => {
      const h = mixHash(story.seed, 81, day.number, at * 100 + gate);
      if (hashToUnit(mixHash(h, 1)) >= OUTAGE_SHARE) return;
      const fromMs = day.startMs + hashToUnit(mixHash(h, 2)) * 20 * HOUR_MS;
      off.set(at * 100 + gate, [fromMs, fromMs + (2 + 8 * hashToUnit(mixHash(h, 3))) * HOUR_MS]);
    });
  });
  return (plant, gate, timeMs) => {
    const outage = off.get(plant * 100 + gate);
    return outage !== undefined && timeMs >= outage[0] && timeMs < outage[1];
  };
}

/**
 * One taxi per two thousand inhabitants with a dozen rides a shift: taxis pass many gates, often near other vehicles.
 */
const INHABITANTS_K_PER_TAXI = 2;

const countTaxis = (story: TrafficPlan): readonly (readonly [town: number, ref: VehicleRef])[] =>
  story.net.plants.flatMap((plant, town) =>
    Array.from(
      { length: Math.max(2, Math.round(plant.people / INHABITANTS_K_PER_TAXI)) },
      (_, k) => [town, getPoolMember(POOLS.taxi, town * 1000 + k, story.seed)] as const,
    ),
  );

/** Plates of all taxis, to compute false-alarm rates per group. */
export const listTaxiPlates = (story: TrafficPlan): ReadonlySet<string> =>
  new Set(countTaxis(story).map(([, ref]) => deriveRegistration(ref, story.seed).plate));

export function emitTaxis(story: TrafficPlan, scene: DayScene): void {
  const { day, sink, rng } = scene;
  countTaxis(story).forEach(([town, ref], i) => {
    rng.reseed(hashVehicleDay(story, day, 10, i));
    if (!rng.chance(0.75) || !reserveVehicle(scene, ref)) return;
    // Day and night shifts; a simulated day ends at 03:00.
    let hour = rng.chance(0.65) ? rng.between(6, 9) : rng.between(16, 18);
    const until = hour + 8;
    for (let ride = 0; hour < until; ride++) {
      const startMs = toInstantMs(day, hour);
      const slowness = computeSlowness(day, startMs);
      const arrivedMs = emitDrive(sink, rng, buildLocalRoute(story.net, town, mixHash(i, ride, day.number)), {
        ref,
        startMs,
        slowness,
        flags: 0,
      });
      // The next ride begins only after the drive back to the rank, so two rides never overlap.
      hour += (arrivedMs - startMs) / HOUR_MS + rng.between(0.35, 1);
    }
  });
}
