import { setTimeout as wait } from 'node:timers/promises';
import type { ChecksDeps } from './checks.deps.ts';
import { runChecks, type Tries } from './run-checks.ts';

/** Pause while nothing is waiting, and after a run that stored nothing. */
const IDLE_MS = 1000;

/** Checks new reads until the signal aborts. A failed run is logged and the next one follows. Runs separately from ingest. */
export async function runCheckWorker(
  { store, ministry, now, log, alerts }: ChecksDeps,
  signal: AbortSignal,
): Promise<void> {
  if (ministry === null) return;
  const tries: Tries = new Map();
  while (!signal.aborted) {
    let storedCount = 0;
    try {
      storedCount = (await runChecks({ store, ministry, now, alerts }, tries, signal)).stored;
    } catch (error) {
      log.error('checks failed', { error });
    }
    if (storedCount === 0) await wait(IDLE_MS, undefined, { signal }).catch(() => {});
  }
}
