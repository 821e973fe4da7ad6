import { drive } from './journey.ts';
import { mix, unit } from './random.ts';
import { memberOf, POOLS } from './roster.ts';
import { clock, dayHash, slownessAt, usualRoute, type DayScene, type Story } from './story.ts';

/** Emits people with fixed habits: commuters, school runs, scheduled buses, night workers and guards. */
export function emitRegulars(story: Story, scene: DayScene): void {
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
export function commuterLife(story: Story, i: number): Commuter {
  const h = mix(story.seed, 31, i);
  const home = story.town(unit(mix(h, 1)));
  const work = unit(mix(h, 2)) < 0.42 ? home : story.town(unit(mix(h, 3)));
  const late = unit(mix(h, 4)) + unit(mix(h, 5)) + unit(mix(h, 6)) - 1.5;
  const shift = unit(mix(h, 7));
  const spreadHours = 0.07 + 0.11 * unit(mix(h, 8));
  const taste = mix(h, 9);
  if (shift < 0.07) {
    const start = shift < 0.025 ? 5.4 : shift < 0.05 ? 13.3 : 21.3;
    return { home, work, leavesAt: start + late * 0.2, returnsAt: start + 8.7 + late * 0.2, spreadHours, taste };
  }
  const leavesAt = 7.55 + late * 0.9;
  return { home, work, leavesAt, returnsAt: shift < 0.25 ? 13.2 + late * 0.4 : 17.7 + late * 1.1, spreadHours, taste };
}

function emitCommuters(story: Story, scene: DayScene): void {
  const { day, sink, rng } = scene;
  const presence = day.isHoliday ? 0.06 : day.weekday === 5 ? 0.22 : 0.9;
  for (let i = 0; i < story.sizes.commuters; i++) {
    rng.reseed(dayHash(story, day, 1, i));
    if (!rng.chance(presence)) continue;
    const life = commuterLife(story, i);
    const ref = memberOf(POOLS.commuter, i, story.seed);
    if (scene.out.has(ref)) continue;
    const out = clock(day, life.leavesAt + rng.bell() * life.spreadHours);
    const back = clock(day, life.returnsAt + rng.bell() * life.spreadHours * 2.2);
    drive(sink, rng, usualRoute(story, life.home, life.work, life.taste), {
      ref,
      startMs: out,
      slowness: slownessAt(day, out),
      flags: 0,
    });
    drive(sink, rng, usualRoute(story, life.work, life.home, life.taste), {
      ref,
      startMs: back,
      slowness: slownessAt(day, back),
      flags: 0,
    });
  }
}

/** Parents pass the same two gates minutes apart on every school day: a typical false convoy. */
function emitSchoolRuns(story: Story, { day, sink, rng }: DayScene): void {
  if (day.isHoliday || day.weekday >= 5) return;
  for (let i = 0; i < story.sizes.schoolRuns; i++) {
    rng.reseed(dayHash(story, day, 2, i));
    const h = mix(story.seed, 32, i);
    const town = story.town(unit(h));
    const school = mix(h, 2) % 3;
    const route = usualRoute(story, town, town, mix(story.seed, 33, town, school) & ~0x1800);
    const ref = memberOf(POOLS.school, i, story.seed);
    for (const hour of [7.87, 13.12]) {
      if (!rng.chance(0.88)) continue;
      const startMs = clock(day, hour + rng.bell() * 0.045);
      drive(sink, rng, route, { ref, startMs, slowness: 1.25, flags: 0 });
    }
  }
}

/** Each line has one coach that shuttles between two towns all day, at most two minutes off schedule. */
function emitBuses(story: Story, { day, sink, rng }: DayScene): void {
  const every = day.isHoliday ? 4.2 : 2.4;
  for (let i = 0; i < story.sizes.buses; i++) {
    rng.reseed(dayHash(story, day, 3, i));
    const h = mix(story.seed, 34, i);
    const from = story.town(unit(mix(h, 1)));
    const to = story.town(unit(mix(h, 2)));
    const ref = memberOf(POOLS.bus, i, story.seed);
    let isOut = true;
    for (let hour = 5.8 + unit(mix(h, 3)); hour < 22.5; hour += every) {
      const route = isOut ? usualRoute(story, from, to, mix(h, 4)) : usualRoute(story, to, from, mix(h, 4));
      drive(sink, rng, route, { ref, startMs: clock(day, hour) + rng.bell() * 60_000, slowness: 1.25, flags: 0 });
      isOut = !isOut;
    }
  }
}

/** Night workers drive out and back; every fifth is a guard who patrols the same gates all night. */
function emitNightPeople(story: Story, { day, sink, rng }: DayScene): void {
  for (let i = 0; i < story.sizes.nightPeople; i++) {
    rng.reseed(dayHash(story, day, 4, i));
    if (!rng.chance(0.7)) continue;
    const h = mix(story.seed, 35, i);
    const town = story.town(unit(mix(h, 1)));
    const route = usualRoute(story, town, town, mix(h, 2));
    const ref = memberOf(POOLS.night, i, story.seed);
    if (i % 5 === 0) {
      for (let hour = 22.5; hour < 28.5; hour += 1.5 + rng.next()) {
        drive(sink, rng, route, { ref, startMs: clock(day, hour), slowness: 1, flags: 0 });
      }
      continue;
    }
    for (const hour of [21.6, 28.2 - 24]) {
      drive(sink, rng, route, { ref, startMs: clock(day, hour + rng.bell() * 0.15), slowness: 0.95, flags: 0 });
    }
  }
}
