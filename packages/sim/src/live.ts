import { setTimeout as sleep } from 'node:timers/promises';
import { simDayOf } from './calendar.ts';
import { shareBefore } from './day-profile.ts';
import { inOrder } from './day-traffic.ts';
import { EventSink } from './event-sink.ts';
import { commuterLife } from './everyday-regulars.ts';
import type { IsoInstant } from './instants.ts';
import { drive, type Route } from './journey.ts';
import type { VehicleRef } from './plate-series.ts';
import { mix, Rng, unit } from './random.ts';
import { passageMaker, type Passage } from './reads.ts';
import { memberOf, POOLS } from './roster.ts';
import { slownessAt, usualRoute, type Story } from './story.ts';
import type { Traffic } from './traffic.ts';

/** Live traffic is made in blocks; trips reach up to `LOOK_BACK` blocks further, so a vehicle goes on to the next town. */
const BLOCK_MS = 300_000;
const LOOK_BACK = 12;

/** Share of a plant's live reads that come from trips between towns; the rest are its own people. */
const TRIP_SHARE = 0.6;
const READS_PER_TRIP = 3;

/**
 * Endless passages of one plant from an instant on, in order of time, `perSecond` on average. Pure: asking again gives the
 * same ones, and another plant of the same traffic sees the same vehicles a plausible while later or earlier. The vehicles
 * are those of the seeded days, so their plates have a history.
 */
export function* passagesFrom(traffic: Traffic, code: string, perSecond: number, from: IsoInstant): Generator<Passage> {
  const town = traffic.options.plants.findIndex((p) => p.code === code);
  const plant = traffic.options.plants[town];
  if (plant === undefined) throw new RangeError(`no plant ${code}`);
  const make = passageMaker(traffic.options.seed);
  const fromMs = Date.parse(from);
  for (let block = Math.floor(fromMs / BLOCK_MS); ; block++) {
    const events = blockEvents(traffic.story, block, town, perSecond);
    const quota = Math.round((perSecond * BLOCK_MS) / 1000);
    const order = inOrder(events, block * BLOCK_MS, quota, mix(traffic.options.seed, 71, block, town));
    for (const passage of make(plant, { events, order })) {
      if (Date.parse(passage.read.data) >= fromMs) yield passage;
    }
  }
}

function blockEvents(story: Story, block: number, town: number, perSecond: number) {
  const startMs = block * BLOCK_MS;
  const sink = new EventSink(story.net.plants.length, startMs, startMs + BLOCK_MS);
  const rng = new Rng(0);
  const quota = Math.round((perSecond * BLOCK_MS) / 1000);
  const trips = Math.round((quota * story.net.plants.length * TRIP_SHARE) / READS_PER_TRIP);
  for (let b = block - LOOK_BACK; b <= block; b++) {
    for (let k = 0; k < trips; k++) emitTrip(story, sink, rng.reseed(mix(story.seed, 72, b, k)), b * BLOCK_MS);
  }
  const columns = sink.columns[town] ?? sink.columns[0];
  if (columns === undefined) throw new RangeError('no plants');
  const gates = story.net.plants[town]?.gates.length ?? 1;
  rng.reseed(mix(story.seed, 73, block, town));
  while (columns.length < quota) {
    const i = Math.floor(rng.next() ** 2 * story.sizes.locals) * story.net.plants.length + town;
    columns.push(
      Math.floor(startMs + rng.next() * BLOCK_MS),
      memberOf(POOLS.local, 1_000_000 + i, story.seed),
      rng.int(gates),
      0,
    );
  }
  return columns;
}

/** One trip of somebody known, begun within the block; who it is depends on the hour. */
function emitTrip(story: Story, sink: EventSink, rng: Rng, blockMs: number): void {
  const startMs = blockMs + rng.next() * BLOCK_MS;
  const day = simDayOf(startMs);
  const [ref, route] = somebody(story, rng, shareBefore((startMs - day.startMs) / (day.endMs - day.startMs)));
  drive(sink, rng, route, { ref, startMs, slowness: slownessAt(day, startMs), flags: 0 });
}

/** `dayShare`: how much of the day's traffic is over, so commuters go to work before noon and home after. */
function somebody(story: Story, rng: Rng, dayShare: number): readonly [VehicleRef, Route] {
  const { seed, sizes } = story;
  const u = rng.next();
  if (u < 0.42) {
    const i = rng.int(sizes.commuters);
    const { home, work, taste } = commuterLife(story, i);
    const [from, to] = dayShare < 0.5 ? [home, work] : [work, home];
    return [memberOf(POOLS.commuter, i, seed), usualRoute(story, from, to, taste)];
  }
  if (u < 0.54) {
    const i = Math.floor(rng.next() ** 2 * sizes.lorries);
    const h = mix(seed, 36, i);
    return [
      memberOf(POOLS.lorry, i, seed),
      usualRoute(story, story.town(unit(mix(h, 1))), story.beyond(rng.next()), mix(h, 2)),
    ];
  }
  if (u < 0.62) {
    const ref = memberOf(POOLS.foreign, Math.floor(rng.next() * sizes.foreignPerDay * 26), seed);
    return [ref, usualRoute(story, story.beyond(rng.next()), story.town(rng.next()), mix(ref, 1))];
  }
  if (u < 0.75) {
    const ref = memberOf(POOLS.visitor, Math.floor(rng.next() * sizes.visitorsPerDay * 80), seed);
    return [ref, usualRoute(story, story.beyond(rng.next()), story.town(rng.next()), mix(ref, 1))];
  }
  const i = Math.floor(rng.next() ** 2 * sizes.locals);
  const h = mix(seed, 38, i);
  const home = story.town(unit(mix(h, 1)));
  return [
    memberOf(POOLS.local, i, seed),
    usualRoute(story, home, rng.chance(0.5) ? home : story.town(rng.next()), mix(h, 2)),
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

/** Passages of a plant as they happen: each is given when its time has come. Ends without an error when the signal aborts. */
export async function* livePassages(options: LiveOptions): AsyncGenerator<Passage> {
  const { traffic, plant, perSecond, clock, signal } = options;
  for (const passage of passagesFrom(traffic, plant, perSecond, clock())) {
    const waitMs = Date.parse(passage.read.data) - Date.parse(clock());
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(ignoreAbort);
    if (signal.aborted) return;
    yield passage;
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
