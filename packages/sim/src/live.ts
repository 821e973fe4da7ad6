import { setTimeout as sleep } from 'node:timers/promises';
import { simDayOf } from './calendar.ts';
import { inOrder } from './day-traffic.ts';
import { EventColumns, EventSink } from './event-sink.ts';
import { commuterLife } from './everyday-regulars.ts';
import type { IsoInstant } from './instants.ts';
import { drive, type Route } from './journey.ts';
import type { VehicleRef } from './plate-series.ts';
import { mix, Rng, unit } from './random.ts';
import { passageMaker, type Passage } from './reads.ts';
import { memberOf, POOLS } from './roster.ts';
import { slownessAt, usualRoute, type Story } from './story.ts';
import type { Traffic } from './traffic.ts';

/**
 * Live traffic is generated in blocks of this length. A trip can produce events up to `LOOK_BACK` blocks after its
 * own, so that a vehicle also reaches the next town.
 */
const BLOCK_MS = 300_000;
const LOOK_BACK = 24;

/** Number of blocks after which the same vehicle may start again: four hours, enough to drive home. */
const TURN = 48;

/** Share of a plant's live reads that come from trips between towns; the rest come from residents. */
const TRIP_SHARE = 0.6;
const READS_PER_TRIP = 3;

/**
 * Endless passages of one plant from an instant on, in time order, `perSecond` on average. Pure: the same arguments
 * give the same passages, and other plants of the same traffic see the same vehicles at plausible times. The vehicles
 * are those of the seeded days, so their plates have a history.
 */
export function* passagesFrom(traffic: Traffic, code: string, perSecond: number, from: IsoInstant): Generator<Passage> {
  const town = traffic.options.plants.findIndex((p) => p.code === code);
  const plant = traffic.options.plants[town];
  if (plant === undefined) throw new RangeError(`no plant ${code}`);
  const make = passageMaker(traffic.options.seed);
  const fromMs = Date.parse(from);
  const first = Math.floor(fromMs / BLOCK_MS);
  let underway = new EventColumns();
  for (let block = first; ; block++) {
    const begun = tripsBegun(traffic.story, block === first ? block - LOOK_BACK : block, block, town, perSecond);
    const { due, later } = split([underway, begun], block * BLOCK_MS, (block + 1) * BLOCK_MS);
    underway = later;
    fillUp(traffic.story, due, block, town, perSecond);
    const order = inOrder(due, block * BLOCK_MS, quotaOf(perSecond), mix(traffic.options.seed, 71, block, town));
    for (const passage of make(plant, { events: due, order })) {
      if (Date.parse(passage.read.data) >= fromMs) yield passage;
    }
  }
}

const quotaOf = (perSecond: number): number => Math.round((perSecond * BLOCK_MS) / 1000);

/** Events in one town of all trips that start in the blocks `from` to `to`. */
function tripsBegun(story: Story, from: number, to: number, town: number, perSecond: number): EventColumns {
  const sink = new EventSink(story.net.plants.length, from * BLOCK_MS, Infinity);
  const rng = new Rng(0);
  const trips = Math.max(1, Math.round((quotaOf(perSecond) * story.net.plants.length * TRIP_SHARE) / READS_PER_TRIP));
  for (let block = from; block <= to; block++) {
    for (let k = 0; k < trips; k++)
      emitTrip(story, sink, rng.reseed(mix(story.seed, 72, block, k)), { block, k, trips });
  }
  return sink.columns[town] ?? new EventColumns();
}

function split(
  all: readonly EventColumns[],
  startMs: number,
  endMs: number,
): { due: EventColumns; later: EventColumns } {
  const [due, later] = [new EventColumns(), new EventColumns()];
  for (const columns of all) {
    for (let i = 0; i < columns.length; i++) {
      const time = columns.time[i] ?? 0;
      if (time >= startMs) (time < endMs ? due : later).push(time, columns.ref[i] ?? 0, columns.gate[i] ?? 0, 0);
    }
  }
  return { due, later };
}

/** Adds passages of residents at a single gate until the rate is reached. */
function fillUp(story: Story, columns: EventColumns, block: number, town: number, perSecond: number): void {
  const gates = story.net.plants[town]?.gates.length ?? 1;
  const rng = new Rng(mix(story.seed, 73, block, town));
  for (let k = 0; columns.length < quotaOf(perSecond); k++) {
    const i = (k * TURN + (block % TURN)) * story.net.plants.length + town;
    const ref = memberOf(POOLS.local, 1_000_000 + i, story.seed);
    columns.push(Math.floor(block * BLOCK_MS + rng.next() * BLOCK_MS), ref, rng.int(gates), 0);
  }
}

interface Turn {
  readonly block: number;
  readonly k: number;
  readonly trips: number;
}

/**
 * Emits one trip that starts within the block. Vehicles are assigned in rotation, so that none starts a second trip
 * while it is still driving.
 */
function emitTrip(story: Story, sink: EventSink, rng: Rng, turn: Turn): void {
  const startMs = turn.block * BLOCK_MS + rng.next() * BLOCK_MS;
  const day = simDayOf(startMs);
  const [ref, route] = somebody(story, rng, turn);
  drive(sink, rng, route, { ref, startMs, slowness: slownessAt(day, startMs), flags: 0 });
}

/**
 * Assigns a vehicle and route to a trip. The regular vehicles of the area rotate, as many per block as possible
 * without reusing one too early; the other trips use rarely seen vehicles, with their own rotation.
 */
function somebody(story: Story, rng: Rng, { block, k, trips }: Turn): readonly [VehicleRef, Route] {
  const { seed, sizes } = story;
  const slot = block % TURN;
  const commuters = Math.min(Math.floor(sizes.commuters / TURN), Math.floor(trips * 0.4));
  const lorries = Math.min(Math.floor(sizes.lorries / TURN), Math.floor(trips * 0.15));
  const locals = Math.min(Math.floor(sizes.locals / TURN), Math.floor(trips * 0.25));
  if (k < commuters) {
    const i = slot * commuters + k;
    const { home, work, taste } = commuterLife(story, i);
    const isGoingOut = Math.floor(block / TURN) % 2 === 0;
    return [
      memberOf(POOLS.commuter, i, seed),
      isGoingOut ? usualRoute(story, home, work, taste) : usualRoute(story, work, home, taste),
    ];
  }
  if (k < commuters + lorries) {
    const i = slot * lorries + k - commuters;
    const h = mix(seed, 36, i);
    return [
      memberOf(POOLS.lorry, i, seed),
      usualRoute(story, story.town(unit(mix(h, 1))), story.beyond(rng.next()), mix(h, 2)),
    ];
  }
  if (k < commuters + lorries + locals) {
    const i = slot * locals + k - commuters - lorries;
    const h = mix(seed, 38, i);
    const home = story.town(unit(mix(h, 1)));
    return [
      memberOf(POOLS.local, i, seed),
      usualRoute(story, home, rng.chance(0.5) ? home : story.town(rng.next()), mix(h, 2)),
    ];
  }
  const i = k * TURN + slot;
  const u = unit(mix(seed, 74, i));
  const pool =
    u < 0.14
      ? POOLS.foreign
      : u < 0.26
        ? POOLS.lorry
        : u < 0.34
          ? POOLS.delivery
          : u < 0.62
            ? POOLS.local
            : POOLS.visitor;
  // Visitors and foreign vehicles are those of the seeded days as long as these last.
  const isSeeded = pool === POOLS.visitor || pool === POOLS.foreign;
  const ref = memberOf(pool, isSeeded ? i : 4_000_000 + i, seed);
  const isFromHere = pool === POOLS.local || pool === POOLS.delivery || pool === POOLS.lorry;
  const from = isFromHere ? story.town(unit(mix(ref, 4))) : story.beyond(rng.next());
  const to =
    pool === POOLS.lorry || (pool === POOLS.foreign && rng.chance(0.5))
      ? story.beyond(rng.next())
      : story.town(rng.next());
  return [ref, usualRoute(story, from, to === from && !isFromHere ? story.town(rng.next()) : to, mix(ref, 1))];
}

export interface LiveOptions {
  readonly traffic: Traffic;
  readonly plant: string;
  /** Mean reads per second; may be below 1. */
  readonly perSecond: number;
  readonly clock: () => IsoInstant;
  readonly signal: AbortSignal;
}

/**
 * Yields the passages of a plant in real time, each at its own instant. Ends without an error when the signal aborts.
 */
export async function* livePassages(options: LiveOptions): AsyncGenerator<Passage> {
  const { traffic, plant, perSecond, clock, signal } = options;
  for (const passage of passagesFrom(traffic, plant, perSecond, clock())) {
    // A timer may fire a millisecond early, so the remaining time is checked again.
    for (let waitMs = untilMs(passage, clock); waitMs > 0 && !signal.aborted; waitMs = untilMs(passage, clock)) {
      await sleep(waitMs, undefined, { signal }).catch(ignoreAbort);
    }
    if (signal.aborted) return;
    yield passage;
  }
}

const untilMs = (passage: Passage, clock: () => IsoInstant): number =>
  Date.parse(passage.read.data) - Date.parse(clock());

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
