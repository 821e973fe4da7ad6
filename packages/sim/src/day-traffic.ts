import type { SimDay } from './calendar.ts';
import { partAt, shareBefore, weekdayFactor } from './day-profile.ts';
import { EventSink, KEEP, type EventColumns } from './event-sink.ts';
import { emitOthers } from './everyday-others.ts';
import { emitRegulars } from './everyday-regulars.ts';
import { emitTaxis, outagesOf } from './hard-traffic.ts';
import { drive, localRoute } from './journey.ts';
import type { PlantedCase } from './planted.ts';
import { emitPlanted } from './planted-scenes.ts';
import { mix, Rng } from './random.ts';
import { memberOf, POOLS } from './roster.ts';
import type { VehicleRef } from './plate-series.ts';
import { sendOut, type DayScene, type Story } from './story.ts';

export interface DayOrder {
  readonly day: SimDay;
  /** Nothing happens from here on (exclusive); within or after the day. */
  readonly untilMs: number;
  /** Reads each plant must have, in plant order. `null`: whatever the people make. */
  readonly quotas: readonly number[] | null;
  readonly cases: readonly PlantedCase[];
  /** Taxis and camera outages: traffic for benches. */
  readonly isHard?: boolean;
}

/** Reads of one plant and day, ordered by time. */
export interface DayColumns {
  readonly events: EventColumns;
  /** Indices into the columns, in order of time. */
  readonly order: Uint32Array;
}

/** One day of the whole area. Pure: any day can be made alone, which is what lets large sizes stream. */
export function makeDay(story: Story, order: DayOrder): readonly DayColumns[] {
  const { day } = order;
  const toMs = Math.min(day.endMs, order.untilMs);
  const isBlind = order.isHard === true ? outagesOf(story, day) : null;
  const sink = new EventSink(story.net.plants.length, day.startMs, toMs, isBlind);
  const rng = new Rng(0);
  const scene = { day, sink, rng, factor: weekdayFactor(day.weekday, day.isHoliday), out: new Set<VehicleRef>() };
  emitPlanted(story, scene, order.cases);
  emitRegulars(story, scene);
  emitOthers(story, scene);
  if (order.isHard === true) emitTaxis(story, scene);
  const { quotas } = order;
  if (quotas !== null) sink.columns.forEach((columns, town) => fillUp(story, scene, columns, town, quotas[town] ?? 0));
  return sink.columns.map((columns, town) => ({
    events: columns,
    order: inOrder(columns, day.startMs, quotas?.[town] ?? columns.length, mix(story.seed, 51, day.number, town)),
  }));
}

/** Errands inside the town until it has its reads: small places live by their own people. */
function fillUp(story: Story, scene: DayScene, columns: EventColumns, town: number, quota: number): void {
  const { day, sink } = scene;
  const rng = new Rng(mix(story.seed, 52, day.number, town));
  const length = day.endMs - day.startMs;
  const share = shareBefore((sink.toMs - day.startMs) / length);
  const people = Math.max(40, Math.round(quota * 1.1));
  while (columns.length < quota) {
    const u = rng.next();
    const i = Math.floor(u * u * people) * story.net.plants.length + town;
    const isVisitor = rng.chance(0.25);
    const ref = isVisitor
      ? memberOf(POOLS.visitor, 3_000_000 + rng.int(people * 30) * 8 + town, story.seed)
      : memberOf(POOLS.local, 1_000_000 + i, story.seed);
    if (!sendOut(scene, ref)) continue;
    const startMs = day.startMs + partAt(rng.next() * share) * length;
    const route = localRoute(story.net, town, mix(story.seed, 53, ref));
    drive(sink, rng, route, { ref, startMs: Math.min(startMs, sink.toMs - 1), slowness: 1.05, flags: 0 });
  }
}

/** Sorts by time and drops what is above the quota, evenly over the day, never a planted event. */
export function inOrder(columns: EventColumns, startMs: number, quota: number, seed: number): Uint32Array {
  const keys = new Float64Array(columns.length);
  // Milliseconds of the day need 27 bits, the index 24: together they stay exact in a double and sort natively.
  for (let i = 0; i < columns.length; i++) keys[i] = ((columns.time[i] ?? 0) - startMs) * 16_777_216 + i;
  keys.sort();
  let surplus = columns.length - quota;
  let droppable = 0;
  for (let i = 0; i < columns.length; i++) if (((columns.flags[i] ?? 0) & KEEP) === 0) droppable++;
  const rng = new Rng(seed);
  const order = new Uint32Array(Math.min(quota, columns.length));
  let n = 0;
  for (const key of keys) {
    const i = key % 16_777_216;
    if (((columns.flags[i] ?? 0) & KEEP) === 0) {
      // Selection sampling: drops exactly `surplus` of the droppable rows.
      const isDropped = surplus > 0 && rng.next() * droppable < surplus;
      droppable--;
      if (isDropped) {
        surplus--;
        continue;
      }
    }
    if (n < order.length) order[n++] = i;
  }
  return order;
}
