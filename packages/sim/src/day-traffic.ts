import type { SimDay } from './calendar.ts';
import { drawDayPart, trafficShareBefore, getWeekdayFactor } from './day-profile.ts';
import { EventSink, PROTECTED_FLAG, type EventColumns } from './event-sink.ts';
import { emitOthers } from './everyday-others.ts';
import { emitRegulars } from './everyday-regulars.ts';
import { emitTaxis, drawOutages } from './hard-traffic.ts';
import { emitDrive, buildLocalRoute } from './journey.ts';
import type { PlantedCase } from './planted.ts';
import { emitPlantedCases } from './planted-scenes.ts';
import { mixHash, Rng } from './random.ts';
import { getPoolMember, POOLS } from './roster.ts';
import type { VehicleRef } from './plate-series.ts';
import { reserveVehicle, type DayScene, type TrafficPlan } from './traffic-plan.ts';

export interface DayRequest {
  readonly day: SimDay;
  /** Events at or after this instant (epoch milliseconds) are not generated. */
  readonly untilMs: number;
  /** Exact number of reads per plant, in plant order. `null`: no limit and no filling. */
  readonly quotas: readonly number[] | null;
  readonly cases: readonly PlantedCase[];
  /** Adds taxis and camera outages; used by benchmarks. */
  readonly isHard?: boolean;
}

/** Reads of one plant and day, ordered by time. */
export interface DayColumns {
  readonly events: EventColumns;
  /** Indices into the columns, sorted by time. */
  readonly order: Uint32Array;
}

/** Generates one day of traffic for all plants. Pure: days are independent, so large sizes can be streamed. */
export function generateDay(story: TrafficPlan, order: DayRequest): readonly DayColumns[] {
  const { day } = order;
  const toMs = Math.min(day.endMs, order.untilMs);
  const isBlind = order.isHard === true ? drawOutages(story, day) : null;
  const sink = new EventSink(story.net.plants.length, day.startMs, toMs, isBlind);
  const rng = new Rng(0);
  const scene = { day, sink, rng, factor: getWeekdayFactor(day.weekday, day.isHoliday), out: new Set<VehicleRef>() };
  emitPlantedCases(story, scene, order.cases);
  emitRegulars(story, scene);
  emitOthers(story, scene);
  if (order.isHard === true) emitTaxis(story, scene);
  const { quotas } = order;
  if (quotas !== null)
    sink.columns.forEach((columns, town) => fillTownQuota(story, scene, columns, town, quotas[town] ?? 0));
  return sink.columns.map((columns, town) => ({
    events: columns,
    order: sortAndThin(
      columns,
      day.startMs,
      quotas?.[town] ?? columns.length,
      mixHash(story.seed, 51, day.number, town),
    ),
  }));
}

/** Adds local errands in a town until its quota is reached: small towns get most reads from residents. */
function fillTownQuota(story: TrafficPlan, scene: DayScene, columns: EventColumns, town: number, quota: number): void {
  const { day, sink } = scene;
  const rng = new Rng(mixHash(story.seed, 52, day.number, town));
  const length = day.endMs - day.startMs;
  const share = trafficShareBefore((sink.toMs - day.startMs) / length);
  const people = Math.max(40, Math.round(quota * 1.1));
  while (columns.length < quota) {
    const u = rng.next();
    const i = Math.floor(u * u * people) * story.net.plants.length + town;
    const isVisitor = rng.chance(0.25);
    const ref = isVisitor
      ? getPoolMember(POOLS.visitor, 3_000_000 + rng.int(people * 30) * 8 + town, story.seed)
      : getPoolMember(POOLS.local, 1_000_000 + i, story.seed);
    if (!reserveVehicle(scene, ref)) continue;
    const startMs = day.startMs + drawDayPart(rng.next() * share) * length;
    const route = buildLocalRoute(story.net, town, mixHash(story.seed, 53, ref));
    emitDrive(sink, rng, route, { ref, startMs: Math.min(startMs, sink.toMs - 1), slowness: 1.05, flags: 0 });
  }
}

/** Sorts by time and removes reads above the quota, spread evenly over the day. Planted events are never removed. */
export function sortAndThin(columns: EventColumns, startMs: number, quota: number, seed: number): Uint32Array {
  const keys = new Float64Array(columns.length);
  // The offset within the day needs 27 bits and the index 24: together they fit exactly into a double, which sorts
  // natively.
  for (let i = 0; i < columns.length; i++) keys[i] = ((columns.time[i] ?? 0) - startMs) * 16_777_216 + i;
  keys.sort();
  let surplus = columns.length - quota;
  let droppable = 0;
  for (let i = 0; i < columns.length; i++) if (((columns.flags[i] ?? 0) & PROTECTED_FLAG) === 0) droppable++;
  const rng = new Rng(seed);
  const order = new Uint32Array(Math.min(quota, columns.length));
  let n = 0;
  for (const key of keys) {
    const i = key % 16_777_216;
    if (((columns.flags[i] ?? 0) & PROTECTED_FLAG) === 0) {
      // Selection sampling: removes exactly `surplus` of the removable rows.
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
