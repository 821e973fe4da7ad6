import type { SimDay } from './calendar.ts';
import type { EventSink } from './event-sink.ts';
import { buildLocalRoute, findRoute, type Route } from './journey.ts';
import type { Network } from './network.ts';
import type { VehicleRef } from './plate-series.ts';
import { mixHash, createWeightedDraw, type Rng } from './random.ts';
import type { RosterSizes } from './roster.ts';

/** Parameters shared by all generators of a day's traffic. */
export interface TrafficPlan {
  readonly seed: number;
  readonly net: Network;
  readonly sizes: RosterSizes;
  /** Draws a town (index) weighted by inhabitants; the argument is uniform in [0, 1). */
  readonly drawTown: (u: number) => number;
  /** Draws a node outside the towns. */
  readonly drawOutside: (u: number) => number;
}

export interface DayScene {
  readonly day: SimDay;
  readonly sink: EventSink;
  /** Traffic of this day relative to a normal day. */
  readonly factor: number;
  readonly rng: Rng;
  /** Vehicles that already drive on this day, so that none is in two places at once. */
  readonly out: Set<VehicleRef>;
}

export function buildTrafficPlan(seed: number, net: Network, sizes: RosterSizes): TrafficPlan {
  const count = net.plants.length;
  const outside = Array.from({ length: net.nodeCount - count }, (_, i) => count + i).filter(
    (node) => net.path(node, 0).length > 1,
  );
  return {
    seed,
    net,
    sizes,
    drawTown: createWeightedDraw(net.plants.map((p, i) => [i, p.people] as const)),
    drawOutside: createWeightedDraw(
      outside.length === 0 ? [[0, 1] as const] : outside.map((node) => [node, 1] as const),
    ),
  };
}

const HOUR = 3_600_000;

/** Instant (epoch milliseconds) of a local hour of a day; the hour may exceed 24. */
export const toInstantMs = (day: SimDay, hour: number): number => day.midnightMs + hour * HOUR;

/** The route of a vehicle between two nodes, or within the town when both are equal. */
export function findUsualRoute(story: TrafficPlan, from: number, to: number, taste: number): Route {
  if (from === to && from < story.net.plants.length) return buildLocalRoute(story.net, from, taste);
  return findRoute(story.net, from, to, taste);
}

/** Random seed of one vehicle on one day, independent of all other vehicles. */
export const hashVehicleDay = (story: TrafficPlan, day: SimDay, role: number, i: number): number =>
  mixHash(story.seed, day.number, role, i);

/** How slow the roads are at an instant: rush-hour congestion affects all vehicles alike. */
export function computeSlowness(day: SimDay, timeMs: number): number {
  const hour = (timeMs - day.midnightMs) / HOUR;
  const rush = Math.max(0, 1 - Math.abs(hour - 7.8) / 1.1) + Math.max(0, 1 - Math.abs(hour - 17.9) / 1.3);
  return 1 + (day.isHoliday ? 0.08 : 0.35) * rush;
}

/** Reserves a vehicle for the day; false when it is already in use. */
export function reserveVehicle(scene: DayScene, ref: VehicleRef): boolean {
  if (scene.out.has(ref)) return false;
  scene.out.add(ref);
  return true;
}
