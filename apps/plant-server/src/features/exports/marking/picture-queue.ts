import { limitConcurrency } from '@varco/server-kit/process/limit-concurrency.ts';

/** One queued task. */
export interface QueuedWork<T> {
  readonly result: Promise<T>;
  /** Signals that the result was consumed, so that the next task may start. */
  release(): void;
}

export interface PictureQueue<T> {
  enqueue(work: () => Promise<T>): QueuedWork<T>;
}

/**
 * Runs tasks in the order they were added, with at most `most` started and not yet released, because results wait in
 * memory. Results must be released in the same order.
 */
export function createPictureQueue<T>(most: number): PictureQueue<T> {
  const inRun = limitConcurrency(most);
  return {
    enqueue(work) {
      const taken = Promise.withResolvers<void>();
      const result = Promise.withResolvers<T>();
      // Avoids an unhandled rejection while an earlier task is awaited; the error is reported when this one is awaited.
      result.promise.catch(() => {});
      void inRun(async () => {
        await work().then(result.resolve, result.reject);
        await taken.promise;
      });
      return { result: result.promise, release: taken.resolve };
    },
  };
}
