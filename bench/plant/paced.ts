import { setTimeout as delay } from 'node:timers/promises';

export interface CallRate {
  /** Calls per second; null: as fast as they complete. */
  readonly perSecond: number | null;
  /** Maximum number of concurrent calls. */
  readonly inFlight: number;
  readonly seconds: number;
}

export interface PacedResult {
  /** Milliseconds of each call, measured from its scheduled start: a delayed start counts as waiting. */
  readonly ms: readonly number[];
  readonly errors: number;
  readonly lastError: string | null;
  readonly seconds: number;
}

/** Makes calls at a fixed rate, whether or not the previous ones have completed. */
export async function runAtRate(pace: CallRate, call: () => Promise<void>): Promise<PacedResult> {
  const startedAt = performance.now();
  const endsAt = startedAt + pace.seconds * 1000;
  const ms: number[] = [];
  let [next, errors] = [0, 0];
  let lastError: string | null = null;
  const worker = async (): Promise<void> => {
    for (;;) {
      const dueAt = pace.perSecond === null ? performance.now() : startedAt + (next++ * 1000) / pace.perSecond;
      if (dueAt >= endsAt) return;
      const early = dueAt - performance.now();
      if (early > 0) await delay(early);
      try {
        await call();
        ms.push(performance.now() - dueAt);
      } catch (error) {
        errors += 1;
        lastError = error instanceof Error ? error.message : String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: pace.inFlight }, worker));
  return { ms, errors, lastError, seconds: (performance.now() - startedAt) / 1000 };
}
