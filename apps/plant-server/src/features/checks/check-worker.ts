import type { Loop } from '@varco/server-kit/jobs/tasks.ts';
import type { ChecksDeps } from './checks.deps.ts';
import { runChecks, type Tries } from './run-checks.ts';

/** Pause while nothing is waiting. */
const IDLE_MS = 1000;

/** Checks new reads, newest first, as long as some are waiting. Runs separately from ingest. Without a ministry: nothing. */
export function createCheckLoop({ store, ministry, now, alerts }: ChecksDeps): readonly Loop[] {
  const tries: Tries = new Map();
  const runUntilDone = async (signal: AbortSignal): Promise<void> => {
    if (!ministry.isConfigured()) return;
    while (!signal.aborted && (await runChecks({ store, ministry, now, alerts }, tries, signal)).stored > 0);
  };
  return [{ name: 'checks.run', everyMs: IDLE_MS, run: runUntilDone }];
}
