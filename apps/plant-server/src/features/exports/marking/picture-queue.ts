import { createTurns } from '@varco/server-kit/process/turns.ts';

/** What comes of one piece of work. */
export interface QueuedWork<T> {
  readonly done: Promise<T>;
  /** Says that what came of it is stored: the next in the queue may begin. */
  taken(): void;
}

export interface PictureQueue<T> {
  begin(work: () => Promise<T>): QueuedWork<T>;
}

/**
 * Work that begins in the order it was asked for, at most `most` pieces begun and not yet taken: what is done waits in memory. Who
 * takes must take in the same order.
 */
export function createPictureQueue<T>(most: number): PictureQueue<T> {
  const inTurn = createTurns(most);
  return {
    begin(work) {
      const taken = Promise.withResolvers<void>();
      const done = Promise.withResolvers<T>();
      // What fails while another one is awaited is told when it is awaited itself, or not at all.
      done.promise.catch(() => {});
      void inTurn(async () => {
        await work().then(done.resolve, done.reject);
        await taken.promise;
      });
      return { done: done.promise, taken: taken.resolve };
    },
  };
}
