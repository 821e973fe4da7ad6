import { partAt } from './day-profile.ts';
import { drive, localRoute } from './journey.ts';
import { SERIES, seriesOf } from './plate-series.ts';
import { mix, unit, type Rng } from './random.ts';
import { memberOf, POOLS } from './roster.ts';
import { clock, dayHash, sendOut, slownessAt, usualRoute, type DayScene, type Story } from './story.ts';

/** Minimum time spent outside the area by a vehicle that leaves it and returns. */
const AWAY_MS = 3_000_000;

/** Emits traffic without a fixed schedule: lorries, deliveries, errands, visitors, foreign transit. */
export function emitOthers(story: Story, scene: DayScene): void {
  emitLorries(story, scene);
  emitDeliveries(story, scene);
  emitErrands(story, scene);
  emitVisitors(story, scene);
  emitForeign(story, scene);
}

const spread = (scene: DayScene, count: number): number => Math.round(count * scene.factor);

/** Draws a vehicle index from a group; frequent vehicles are drawn more often. */
function someone(rng: Rng, count: number): number {
  const u = rng.next();
  return Math.floor(u * u * count);
}

const startOf = (scene: DayScene): number =>
  scene.day.startMs + partAt(scene.rng.next()) * (scene.day.endMs - scene.day.startMs);

function emitLorries(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  const count = Math.round(story.sizes.lorriesPerDay * (day.isHoliday ? 0.12 : day.weekday === 5 ? 0.5 : 1.15));
  for (let k = 0; k < count; k++) {
    rng.reseed(dayHash(story, day, 5, k));
    const i = someone(rng, story.sizes.lorries);
    const h = mix(story.seed, 36, i);
    const base = story.town(unit(mix(h, 1)));
    const to = rng.chance(0.55) ? story.beyond(rng.next()) : story.town(rng.next());
    const ref = memberOf(POOLS.lorry, i, story.seed);
    if (!sendOut(scene, ref)) continue;
    const startMs = clock(day, 4.5 + rng.between(0, 1) ** 0.8 * 14);
    const arrivedMs = drive(sink, rng, usualRoute(story, base, to, mix(h, 2)), {
      ref,
      startMs,
      slowness: 1.15,
      flags: 0,
    });
    if (rng.chance(0.6)) {
      const backMs = arrivedMs + AWAY_MS + rng.between(1, 5) * 3_600_000;
      drive(sink, rng, usualRoute(story, to, base, mix(h, 2)), { ref, startMs: backMs, slowness: 1.15, flags: 0 });
    }
  }
}

/** Parcel vans drive around one town from nine to six and pass the same gates repeatedly. */
function emitDeliveries(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  if (day.isHoliday) return;
  for (let k = 0; k < spread(scene, story.sizes.deliveriesPerDay); k++) {
    rng.reseed(dayHash(story, day, 6, k));
    const i = someone(rng, story.sizes.deliveries);
    const town = story.town(unit(mix(story.seed, 37, i)));
    const ref = memberOf(POOLS.delivery, i, story.seed);
    if (!sendOut(scene, ref)) continue;
    let hour = rng.between(8, 10);
    for (let stop = 0; stop < 5 && hour < 19; stop++) {
      const startMs = clock(day, hour);
      drive(sink, rng, localRoute(story.net, town, mix(i, stop, day.number)), {
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
function emitErrands(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  for (let k = 0; k < spread(scene, story.sizes.localsPerDay); k++) {
    rng.reseed(dayHash(story, day, 7, k));
    const i = someone(rng, story.sizes.locals);
    const h = mix(story.seed, 38, i);
    const home = story.town(unit(mix(h, 1)));
    const to = rng.chance(0.66) ? home : story.town(rng.next());
    const ref = memberOf(POOLS.local, i, story.seed);
    if (!sendOut(scene, ref)) continue;
    const startMs = startOf(scene);
    const arrivedMs = drive(sink, rng, usualRoute(story, home, to, mix(h, 2)), {
      ref,
      startMs,
      slowness: slownessAt(day, startMs),
      flags: 0,
    });
    const backMs = arrivedMs + rng.between(0.3, 3.5) * 3_600_000;
    drive(sink, rng, usualRoute(story, to, home, mix(h, 3)), {
      ref,
      startMs: backMs,
      slowness: slownessAt(day, backMs),
      flags: 0,
    });
  }
}

/** Visitors rarely occur twice; on holidays they drive to the sea and return in the evening. */
function emitVisitors(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  const count = story.sizes.visitorsPerDay;
  for (let k = 0; k < Math.round(count * (day.isHoliday ? 1.5 : day.weekday === 5 ? 1.3 : 0.9)); k++) {
    rng.reseed(dayHash(story, day, 8, k));
    const ref = memberOf(POOLS.visitor, Math.floor(rng.next() * count * 80), story.seed);
    if (!sendOut(scene, ref)) continue;
    const from = story.beyond(rng.next());
    const to = story.town(rng.next());
    const startMs = startOf(scene);
    const arrivedMs = drive(sink, rng, usualRoute(story, from, to, mix(ref, 1)), {
      ref,
      startMs,
      slowness: slownessAt(day, startMs),
      flags: 0,
    });
    if (rng.chance(0.7)) {
      const backMs = arrivedMs + rng.between(2, 10) * 3_600_000;
      drive(sink, rng, usualRoute(story, to, from, mix(ref, 2)), { ref, startMs: backMs, slowness: 1, flags: 0 });
    }
  }
}

/** Foreign lorries cross the region from edge to edge; foreign cars stay a few days. */
function emitForeign(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  for (let k = 0; k < Math.round(story.sizes.foreignPerDay * (day.isHoliday ? 0.8 : 1.04)); k++) {
    rng.reseed(dayHash(story, day, 9, k));
    const ref = memberOf(POOLS.foreign, Math.floor(rng.next() * story.sizes.foreignPerDay * 26), story.seed);
    const from = story.beyond(rng.next());
    const isLorry = seriesOf(ref) === SERIES.foreignTruck;
    const to = isLorry && rng.chance(0.6) ? story.beyond(rng.next()) : story.town(rng.next());
    if (to === from || !sendOut(scene, ref)) continue;
    const startMs = isLorry ? day.startMs + rng.next() * (day.endMs - day.startMs) : startOf(scene);
    drive(sink, rng, usualRoute(story, from, to, mix(ref, 1)), {
      ref,
      startMs,
      slowness: isLorry ? 1.12 : 1,
      flags: 0,
    });
  }
}
