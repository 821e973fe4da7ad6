import type { SimDay } from './calendar.ts';
import type { IsBlind } from './event-sink.ts';
import { drive, localRoute } from './journey.ts';
import { mix, unit } from './random.ts';
import { registrationOf, type VehicleRef } from './plate-series.ts';
import { memberOf, POOLS } from './roster.ts';
import { clock, dayHash, sendOut, slownessAt, type DayScene, type Story } from './story.ts';

/** Traffic that makes analyses harder and that the demo omits: taxis, and cameras that are off for hours. */

const HOUR_MS = 3_600_000;
/** Share of gate-days with an outage: 14 in a fortnight of 36 gates (analysis, part 6). */
const OUTAGE_SHARE = 14 / (36 * 14);

/** Draws the camera outages of one day. */
export function outagesOf(story: Story, day: SimDay): IsBlind {
  const off = new Map<number, readonly [number, number]>();
  story.net.plants.forEach((plant, at) => {
    plant.gates.forEach((_, gate) => {
      const h = mix(story.seed, 81, day.number, at * 100 + gate);
      if (unit(mix(h, 1)) >= OUTAGE_SHARE) return;
      const fromMs = day.startMs + unit(mix(h, 2)) * 20 * HOUR_MS;
      off.set(at * 100 + gate, [fromMs, fromMs + (2 + 8 * unit(mix(h, 3))) * HOUR_MS]);
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

const taxisOf = (story: Story): readonly (readonly [town: number, ref: VehicleRef])[] =>
  story.net.plants.flatMap((plant, town) =>
    Array.from(
      { length: Math.max(2, Math.round(plant.people / INHABITANTS_K_PER_TAXI)) },
      (_, k) => [town, memberOf(POOLS.taxi, town * 1000 + k, story.seed)] as const,
    ),
  );

/** Plates of all taxis, to compute false-alarm rates per group. */
export const taxiPlates = (story: Story): ReadonlySet<string> =>
  new Set(taxisOf(story).map(([, ref]) => registrationOf(ref, story.seed).plate));

export function emitTaxis(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  taxisOf(story).forEach(([town, ref], i) => {
    rng.reseed(dayHash(story, day, 10, i));
    if (!rng.chance(0.75) || !sendOut(scene, ref)) return;
    // Day and night shifts; a simulated day ends at 03:00.
    let hour = rng.chance(0.65) ? rng.between(6, 9) : rng.between(16, 18);
    const until = hour + 8;
    for (let ride = 0; hour < until; ride++) {
      const startMs = clock(day, hour);
      const slowness = slownessAt(day, startMs);
      const arrivedMs = drive(sink, rng, localRoute(story.net, town, mix(i, ride, day.number)), {
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
