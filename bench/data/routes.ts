import { mixHash, Rng } from '@varco/sim/random.ts';

/** A gate of a route and the usual travel time to the next gate. */
export interface Stop {
  readonly gate: number;
  readonly ms: number;
}

const MAX_STOPS = 6;
const MINUTE = 60_000;

/** The index-th route: neighbouring gates on a ring; gates with low numbers are busier. */
export function buildRouteAt(seed: number, index: number, gates: number): readonly Stop[] {
  const rng = new Rng(mixHash(seed, index, 0x0707));
  const forward = rng.chance(0.5) ? 1 : -1;
  let place = Math.floor(rng.next() ** 1.6 * gates);
  return Array.from({ length: MAX_STOPS }, () => {
    const stop = { gate: 1 + ((place + 10 * gates) % gates), ms: rng.between(3, 14) * MINUTE };
    place += forward * (1 + rng.int(5));
    return stop;
  });
}
