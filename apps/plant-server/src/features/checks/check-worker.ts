import { setTimeout as wait } from 'node:timers/promises';
import type { ChecksDeps } from './checks.deps.ts';
import { runCheckTurn, type Tries } from './check-turn.ts';

/** Between two looks while nothing waits, and after a turn that settled nothing. */
const IDLE_MS = 1000;

/** Checks new reads until the signal ends it; a failed turn is logged and the next one comes. Never part of ingest. */
export async function runCheckWorker(
  { store, ministry, now, log, alerts }: ChecksDeps,
  signal: AbortSignal,
): Promise<void> {
  if (ministry === null) return;
  const tries: Tries = new Map();
  while (!signal.aborted) {
    let settled = 0;
    try {
      ({ settled } = await runCheckTurn({ store, ministry, now, alerts }, tries, signal));
    } catch (error) {
      log.error('checks failed', { error });
    }
    if (settled === 0) await wait(IDLE_MS, undefined, { signal }).catch(() => {});
  }
}
