import { type CallRate, type PacedResult, runAtRate } from '../plant/paced.ts';
import type { ProcessorTime } from './process-use.ts';

/** Calls at a fixed rate, and the processor time used meanwhile. */
export interface LoadCost {
  readonly calls: PacedResult;
  readonly plantMs: number;
  readonly postgresMs: number;
}

/** Makes calls at a fixed rate and measures what they cost. */
export async function measureLoad(
  pace: CallRate,
  call: () => Promise<void>,
  readTime: () => Promise<ProcessorTime>,
): Promise<LoadCost> {
  // The first calls open connections and fill caches.
  for (let i = 0; i < 20; i++) await call();
  const before = await readTime();
  const calls = await runAtRate(pace, call);
  const after = await readTime();
  return { calls, plantMs: after.plantMs - before.plantMs, postgresMs: after.postgresMs - before.postgresMs };
}

/** Processor milliseconds of one call, without what the programs use when nothing happens. */
export function computeCost(load: LoadCost, idle: LoadCost): number {
  const idleShare = load.calls.seconds / idle.calls.seconds;
  const ms = load.plantMs + load.postgresMs - (idle.plantMs + idle.postgresMs) * idleShare;
  return ms / load.calls.ms.length;
}
