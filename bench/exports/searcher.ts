import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchPlant } from './plant-calls.ts';

const PROGRAM = new URL('searcher-program.ts', import.meta.url);

/** Messages of the searcher: `ready` once, then the milliseconds of each search. */
export type SearcherMessage = 'ready' | number;

export interface Searcher {
  /** Milliseconds of each search so far. */
  readonly times: readonly number[];
  /** Resolves after `count` searches. */
  reach(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Searches the plants one after the other with a pause, in a thread of its own: the exporter in the main thread
 * represents another machine, and its work must not count as time waiting for the plants.
 */
export async function startSearcher(plants: readonly BenchPlant[]): Promise<Searcher> {
  const worker = new Worker(PROGRAM, { workerData: plants });
  const times: number[] = [];
  await once(worker, 'message');
  worker.on('message', (ms: SearcherMessage) => {
    if (typeof ms === 'number') times.push(ms);
  });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // Handled here, so that a failure nobody awaits does not become an unhandled rejection.
  failed.catch(() => {});
  return {
    times,
    async reach(count) {
      while (times.length < count) await Promise.race([once(worker, 'message'), failed]);
    },
    async stop() {
      await Promise.race([worker.terminate(), failed]);
    },
  };
}
