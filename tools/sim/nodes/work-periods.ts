import { Rng } from '@varco/sim/random.ts';
import type { Interval } from '../fault-plan.ts';
import type { World } from '../world.ts';

const MINUTE_MS = 60_000;
const MAX_PERIODS = 3;
/** Share of the periods that begin shortly before something goes wrong with a plant or its line to the browser. */
const TROUBLED_SHARE = 0.75;
const MAX_LEAD_MS = 3 * MINUTE_MS;
/** Share of these that begin while it is wrong already. */
const LATE_SHARE = 0.25;
const MIN_LENGTH_MS = 10 * MINUTE_MS;
const MAX_LENGTH_MS = 20 * MINUTE_MS;
/** Work goes on after the trouble, so that what must recover by itself is seen. */
const AFTER_TROUBLE_MS = 6 * MINUTE_MS;
/** Time to sign out and close the tabs before the next period. */
const GAP_MS = 3 * MINUTE_MS;

/** When people work with the web app on one day: periods in their order, which do not overlap. */
export function planWorkPeriods(world: World, tabs: readonly string[], plants: readonly string[]): readonly Interval[] {
  const { startMs, endMs, faults } = world;
  const random = new Rng(world.random.int(2 ** 31));
  const troubles = tabs.flatMap((tab) => faults.listTroubles(tab, plants));
  const drawPeriod = (): Interval => {
    if (troubles.length === 0 || !random.chance(TROUBLED_SHARE)) {
      const fromMs = startMs + random.int(endMs - startMs - MAX_LENGTH_MS);
      return { fromMs, toMs: fromMs + MIN_LENGTH_MS };
    }
    const trouble = random.pick(troubles);
    const leadMs = random.chance(LATE_SHARE) ? -random.int(trouble.toMs - trouble.fromMs) : random.int(MAX_LEAD_MS);
    const fromMs = Math.max(startMs, trouble.fromMs - leadMs);
    const lengthMs = Math.max(MIN_LENGTH_MS, trouble.toMs + AFTER_TROUBLE_MS - fromMs);
    return { fromMs, toMs: fromMs + Math.min(lengthMs, MAX_LENGTH_MS) };
  };
  const drawn = Array.from({ length: 1 + random.int(MAX_PERIODS) }, drawPeriod);
  const planned: Interval[] = [];
  for (const one of [...drawn].sort((a, b) => a.fromMs - b.fromMs))
    if (one.toMs < endMs && one.fromMs > (planned.at(-1)?.toMs ?? 0) + GAP_MS) planned.push(one);
  return planned;
}
