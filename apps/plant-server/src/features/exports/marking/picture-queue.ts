import { createTurns } from '@varco/server-kit/process/turns.ts';

/** One queued task. */
export interface QueuedWork<T> {
  readonly done: Promise<T>;
  /** Signals that the result was consumed, so that the next task may start. */
  taken(): void;
}

export interface PictureQueue<T> {
  begin(work: () => Promise<T>): QueuedWork<T>;
}

/**
 * Runs tasks in the order they were added, with at most `most` started and not yet released, because results wait in
 * memory. Results must be released in the same order.
 */
export function createPictureQueue<T>(most: number): PictureQueue<T> {
  const inTurn = createTurns(most);
  return {
    begin(work) {
      const taken = Promise.withResolvers<void>();
      const done = Promise.withResolvers<T>();
      // Avoids an unhandled rejection while an earlier task is awaited; the error is reported when this one is awaited.
      done.promise.catch(() => {});
      void inTurn(async () => {
        await work().then(done.resolve, done.reject);
        await taken.promise;
      });
      return { done: done.promise, taken: taken.resolve };
    },
  };
}
