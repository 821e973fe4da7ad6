import { Rng } from '@varco/sim/random.ts';
import { makeUuid } from '../engine/sim-globals.ts';
import type { SimPlant } from './plant.ts';
import type { SimPortal } from './portal.ts';

const MAX_EXPORTS = 8;
/** Share of the exports that are ordered while something is wrong with the portal or a plant. */
const TROUBLED_SHARE = 0.7;
const MAX_LEAD_MS = 60_000;
const CANCELLED_SHARE = 0.4;
const MAX_CANCEL_MS = 60_000;

/** A person who orders exports over some plants during the day, and sometimes cancels one. */
export function planExports(portal: SimPortal, plants: readonly SimPlant[]): void {
  const { startMs, endMs, random: seed, faults } = portal.world;
  const random = new Rng(seed.int(2 ** 31));
  const troubles = faults.listTroubles(
    portal.node.name,
    plants.map(({ node }) => node.name),
  );
  const drawInstant = (): number => {
    if (troubles.length === 0 || !random.chance(TROUBLED_SHARE)) return random.int(endMs - startMs);
    // The longer one of two, because most are shorter than an export.
    const [one, other] = [random.pick(troubles), random.pick(troubles)];
    const { fromMs } = one.toMs - one.fromMs > other.toMs - other.fromMs ? one : other;
    return Math.max(0, fromMs - startMs - random.int(MAX_LEAD_MS));
  };
  for (let count = 1 + random.int(MAX_EXPORTS); count > 0; count -= 1) {
    const guid = makeUuid(random);
    const chosen = plants.filter(() => random.chance(0.7));
    const inMs = drawInstant();
    portal.act(inMs, 'orders export', () => portal.order(guid, chosen.length === 0 ? plants : chosen));
    if (random.chance(CANCELLED_SHARE))
      portal.act(inMs + 2 + random.int(MAX_CANCEL_MS), 'cancels export', () => portal.cancel(guid));
  }
}
