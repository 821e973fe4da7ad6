import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchPlant } from './plant-calls.ts';

const PROGRAM = new URL('searcher-program.ts', import.meta.url);

/** What the searcher says: `ready` once, then the milliseconds of each search. */
export type FromSearcher = 'ready' | number;

export interface Searcher {
  /** Milliseconds of each search so far. */
  readonly times: readonly number[];
  /** Resolves when there were so many. */
  reach(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Somebody who searches the plants one after the other, in turns, with a pause. In a thread of its own: the exporter, which writes and checks the file in
 * this one, is another machine's program, and its work would count as waiting for the plants.
 */
export async function startSearcher(plants: readonly BenchPlant[]): Promise<Searcher> {
  const worker = new Worker(PROGRAM, { workerData: plants });
  const times: number[] = [];
  await once(worker, 'message');
  worker.on('message', (ms: FromSearcher) => {
    if (typeof ms === 'number') times.push(ms);
  });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // Who waits for nothing is not told of it twice.
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
