import { ROMAGNA_PLANTS } from '@varco/sim/romagna-plants.ts';
import { planTraffic, type Traffic } from '@varco/sim/traffic.ts';
import { WORLD_SEED } from './layout.ts';
import { type DemoSize, SIZES } from './options.ts';

/** The traffic of a demo; identical for the same start instant. */
export const planDemoTraffic = (size: DemoSize, begunAt: string): Traffic =>
  planTraffic({ seed: WORLD_SEED, plants: ROMAGNA_PLANTS, readsPerPlant: SIZES[size], now: begunAt });
