import { setTimeout as sleep } from 'node:timers/promises';
import { findSimDay } from './calendar.ts';
import { sortAndThin } from './day-traffic.ts';
import { EventColumns, EventSink } from './event-sink.ts';
import { deriveCommuter } from './everyday-regulars.ts';
import type { IsoInstant } from './instants.ts';
import { emitDrive, type Route } from './journey.ts';
import type { VehicleRef } from './plate-series.ts';
import { mixHash, Rng, hashToUnit } from './random.ts';
import { createPassageMaker, type Passage } from './reads.ts';
import { getPoolMember, POOLS } from './roster.ts';
import { computeSlowness, findUsualRoute, type TrafficPlan } from './traffic-plan.ts';
import type { Traffic } from './traffic.ts';

/**
 * Live traffic is generated in blocks of this length. A trip can produce events up to `LOOK_BACK` blocks after its
 * own, so that a vehicle also reaches the next town.
 */
const BLOCK_MS = 300_000;
const LOOK_BACK = 24;

/** Number of blocks after which the same vehicle may start again: four hours, enough to drive home. */
const ROTATION_BLOCKS = 48;

/** Share of a plant's live reads that come from trips between towns; the rest come from residents. */
const TRIP_SHARE = 0.6;
const READS_PER_TRIP = 3;

/**
 * Endless passages of one plant from an instant on, in time order, `perSecond` on average. Pure: the same arguments
 * give the same passages, and other plants of the same traffic see the same vehicles at plausible times. The vehicles
 * are those of the seeded days, so their plates have a history.
 */
export function* generatePassages(
  traffic: Traffic,
  code: string,
  perSecond: number,
  from: IsoInstant,
): Generator<Passage> {
  const town = traffic.options.plants.findIndex((p) => p.code === code);
  const plant = traffic.options.plants[town];
  if (plant === undefined) throw new RangeError(`no plant ${code}`);
  const make = createPassageMaker(traffic.options.seed);
  const fromMs = Date.parse(from);
  const first = Math.floor(fromMs / BLOCK_MS);
  let underway = new EventColumns();
  for (let block = first; ; block++) {
    const begun = collectTripEvents(traffic.plan, block === first ? block - LOOK_BACK : block, block, town, perSecond);
    const { due, later } = splitRate([underway, begun], block * BLOCK_MS, (block + 1) * BLOCK_MS);
    underway = later;
    fillBlockQuota(traffic.plan, due, block, town, perSecond);
    const order = sortAndThin(
      due,
      block * BLOCK_MS,
      computeBlockQuota(perSecond),
      mixHash(traffic.options.seed, 71, block, town),
    );
    for (const passage of make(plant, { events: due, order })) {
      if (Date.parse(passage.read.data) >= fromMs) yield passage;
    }
  }
}

const computeBlockQuota = (perSecond: number): number => Math.round((perSecond * BLOCK_MS) / 1000);

/** Events in one town of all trips that start in the blocks `from` to `to`. */
function collectTripEvents(
  story: TrafficPlan,
  from: number,
  to: number,
  town: number,
  perSecond: number,
): EventColumns {
  const sink = new EventSink(story.net.plants.length, from * BLOCK_MS, Infinity);
  const rng = new Rng(0);
  const trips = Math.max(
    1,
    Math.round((computeBlockQuota(perSecond) * story.net.plants.length * TRIP_SHARE) / READS_PER_TRIP),
  );
  for (let block = from; block <= to; block++) {
    for (let k = 0; k < trips; k++)
      emitTrip(story, sink, rng.reseed(mixHash(story.seed, 72, block, k)), { block, k, trips });
  }
  return sink.columns[town] ?? new EventColumns();
}

function splitRate(
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
function fillBlockQuota(
  story: TrafficPlan,
  columns: EventColumns,
  block: number,
  town: number,
  perSecond: number,
): void {
  const gates = story.net.plants[town]?.gates.length ?? 1;
  const rng = new Rng(mixHash(story.seed, 73, block, town));
  for (let k = 0; columns.length < computeBlockQuota(perSecond); k++) {
    const i = (k * ROTATION_BLOCKS + (block % ROTATION_BLOCKS)) * story.net.plants.length + town;
    const ref = getPoolMember(POOLS.local, 1_000_000 + i, story.seed);
    columns.push(Math.floor(block * BLOCK_MS + rng.next() * BLOCK_MS), ref, rng.int(gates), 0);
  }
}

interface TripSlot {
  readonly block: number;
  readonly k: number;
  readonly trips: number;
}

/**
 * Emits one trip that starts within the block. Vehicles are assigned in rotation, so that none starts a second trip
 * while it is still driving.
 */
function emitTrip(story: TrafficPlan, sink: EventSink, rng: Rng, run: TripSlot): void {
  const startMs = run.block * BLOCK_MS + rng.next() * BLOCK_MS;
  const day = findSimDay(startMs);
  const [ref, route] = assignVehicle(story, rng, run);
  emitDrive(sink, rng, route, { ref, startMs, slowness: computeSlowness(day, startMs), flags: 0 });
}

/**
 * Assigns a vehicle and route to a trip. The regular vehicles of the area rotate, as many per block as possible
 * without reusing one too early; the other trips use rarely seen vehicles, with their own rotation.
 */
function assignVehicle(story: TrafficPlan, rng: Rng, { block, k, trips }: TripSlot): readonly [VehicleRef, Route] {
  const { seed, sizes } = story;
  const slot = block % ROTATION_BLOCKS;
  const commuters = Math.min(Math.floor(sizes.commuters / ROTATION_BLOCKS), Math.floor(trips * 0.4));
  const lorries = Math.min(Math.floor(sizes.lorries / ROTATION_BLOCKS), Math.floor(trips * 0.15));
  const locals = Math.min(Math.floor(sizes.locals / ROTATION_BLOCKS), Math.floor(trips * 0.25));
  if (k < commuters) {
    const i = slot * commuters + k;
    const { home, work, taste } = deriveCommuter(story, i);
    const isGoingOut = Math.floor(block / ROTATION_BLOCKS) % 2 === 0;
    return [
      getPoolMember(POOLS.commuter, i, seed),
      isGoingOut ? findUsualRoute(story, home, work, taste) : findUsualRoute(story, work, home, taste),
    ];
  }
  if (k < commuters + lorries) {
    const i = slot * lorries + k - commuters;
    const h = mixHash(seed, 36, i);
    return [
      getPoolMember(POOLS.lorry, i, seed),
      findUsualRoute(story, story.drawTown(hashToUnit(mixHash(h, 1))), story.drawOutside(rng.next()), mixHash(h, 2)),
    ];
  }
  if (k < commuters + lorries + locals) {
    const i = slot * locals + k - commuters - lorries;
    const h = mixHash(seed, 38, i);
    const home = story.drawTown(hashToUnit(mixHash(h, 1)));
    return [
      getPoolMember(POOLS.local, i, seed),
      findUsualRoute(story, home, rng.chance(0.5) ? home : story.drawTown(rng.next()), mixHash(h, 2)),
    ];
  }
  const i = k * ROTATION_BLOCKS + slot;
  const u = hashToUnit(mixHash(seed, 74, i));
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
  const ref = getPoolMember(pool, isSeeded ? i : 4_000_000 + i, seed);
  const isFromHere = pool === POOLS.local || pool === POOLS.delivery || pool === POOLS.lorry;
  const from = isFromHere ? story.drawTown(hashToUnit(mixHash(ref, 4))) : story.drawOutside(rng.next());
  const to =
    pool === POOLS.lorry || (pool === POOLS.foreign && rng.chance(0.5))
      ? story.drawOutside(rng.next())
      : story.drawTown(rng.next());
  return [
    ref,
    findUsualRoute(story, from, to === from && !isFromHere ? story.drawTown(rng.next()) : to, mixHash(ref, 1)),
  ];
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
  for (const passage of generatePassages(traffic, plant, perSecond, clock())) {
    // A timer may fire a millisecond early, so the remaining time is checked again.
    for (
      let waitMs = computeWaitMs(passage, clock);
      waitMs > 0 && !signal.aborted;
      waitMs = computeWaitMs(passage, clock)
    ) {
      await sleep(waitMs, undefined, { signal }).catch(ignoreAbort);
    }
    if (signal.aborted) return;
    yield passage;
  }
}

const computeWaitMs = (passage: Passage, clock: () => IsoInstant): number =>
  Date.parse(passage.read.data) - Date.parse(clock());

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
