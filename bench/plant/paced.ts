import { setTimeout as delay } from 'node:timers/promises';

export interface Pace {
  /** Calls a second; null: as fast as they are answered. */
  readonly perSecond: number | null;
  /** Calls that may wait for their answer at once. */
  readonly inFlight: number;
  readonly seconds: number;
}

export interface Paced {
  /** Milliseconds of each call, from when it was due: a late start counts as waiting. */
  readonly ms: readonly number[];
  readonly errors: number;
  readonly lastError: string | null;
  readonly seconds: number;
}

/** Makes calls at a steady pace, whether or not the ones before were answered in time. */
export async function runPaced(pace: Pace, call: () => Promise<void>): Promise<Paced> {
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
