import type { Rng } from '@varco/sim/random.ts';
import type { Network } from './engine/network.ts';
import type { Scheduler } from './engine/scheduler.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Judge } from './judge.ts';

/** What every node of one simulated day shares. */
export interface World {
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly random: Rng;
  readonly faults: FaultPlan;
  readonly judge: Judge;
  /** Start and end of the day, milliseconds since 1970. After the end all faults are over. */
  readonly startMs: number;
  readonly endMs: number;
}
