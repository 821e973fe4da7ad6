import type { Network } from './network.ts';
import type { Scheduler } from './scheduler.ts';

/** What stands below product code on the day that runs. */
interface CurrentDay {
  readonly scheduler: Scheduler;
  readonly network: Network;
}

let current: CurrentDay | null = null;

export function setCurrentDay(day: CurrentDay): void {
  current = day;
}

function getDay(): CurrentDay {
  if (current === null) throw new Error('no day runs');
  return current;
}

/** The scheduler of the day that runs. */
export const getScheduler = (): Scheduler => getDay().scheduler;

/** The network of the day that runs. */
export const getNetwork = (): Network => getDay().network;
