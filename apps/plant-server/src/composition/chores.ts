import { setTimeout as wait } from 'node:timers/promises';
import { noteCheckpoint } from '@varco/server-kit/audit/audit-checkpoint.queries.ts';
import { expireEntries as expireLogEntries } from '@varco/server-kit/audit/audit-expiry.queries.ts';
import { signCheckpoint } from '@varco/server-kit/audit/checkpoint-note.ts';
import { forgetOldEvents } from '@varco/server-kit/events/event-keeper.ts';
import { sweepTickets } from '@varco/server-kit/media/picture-ticket.queries.ts';
import { tellOpenAlerts } from '../features/alerts/alert-chores.ts';
import { askFigureheads } from '../features/alerts/ask-figureheads.ts';
import { expireEntries } from '../features/lists/expire-entries.ts';
import { sweepImports } from '../features/lists/import-jobs.queries.ts';
import { sweepSamples, takeSamples } from '../features/cameras/take-samples.ts';
import { runCheckWorker } from '../features/checks/check-worker.ts';
import { expireExports } from '../features/exports/export-worker.ts';
import { expireStoredAnswers } from '../features/look-ups/run-look-up-chores.ts';
import { summariseIngest } from '../features/ingest/ingest-summary.ts';
import { discardStaleImports } from '../features/imports/import-jobs.queries.ts';
import { deleteOldFailures } from '../features/sign-in/slow-down.queries.ts';
import { sendHeartbeat } from '../features/heartbeat/heartbeat.ts';
import { countGateDays } from '../features/statistics/keep-gate-days.ts';
import { followListed } from '../features/suspects/follow-listed.ts';
import { runRetention } from '../features/retention/run-retention.ts';
import { sweepArrivals } from '../features/transits/search/arrivals.ts';
import { pruneListChanges } from '../features/lists/list-feed.ts';
import { keepMovements } from '../plate-index/movements/movement-days.ts';
import { pruneChanges } from '../plate-index/plate-changes.ts';
import type { PlantDeps } from './plant-deps.ts';

const HEARTBEAT_EVERY_MS = 60_000;
const SECOND_MS = 1_000;
const FIGUREHEADS_EVERY_MS = 5_000;
const MOVEMENTS_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GATE_DAYS_EVERY_MS = 5 * MINUTE_MS;
const RETENTION_EVERY_MS = 6 * HOUR_MS;

export interface Chores {
  /** Stops the jobs after the current run of each. */
  stop(): Promise<void>;
}

/** Starts the background jobs of the plant: heartbeat, alert publication, roll-ups, retention and clean-up. */
export function startChores(deps: PlantDeps): Chores {
  const ending = new AbortController();
  deps.alerts.follow();
  const loops = [
    runCheckWorker(deps, ending.signal),
    repeat(deps, HEARTBEAT_EVERY_MS, ending.signal, async () => {
      await sendHeartbeat(deps);
    }),
    repeat(deps, MINUTE_MS, ending.signal, async () => {
      await noteCheckpoint(deps.pool, async (text) => signCheckpoint(deps.keys.current, text));
      await sweepTickets(deps.pool);
      await pruneChanges(deps.store.runner);
      await expireEntries(deps);
      await deps.channels.giveUpOld();
    }),
    repeat(deps, MINUTE_MS, ending.signal, async () => {
      await summariseIngest(deps);
      await takeSamples(deps.store.runner, deps.now().getTime());
    }),
    repeat(deps, SECOND_MS, ending.signal, () => tellOpenAlerts(deps)),
    deps.channels.run(ending.signal),
    repeat(deps, FIGUREHEADS_EVERY_MS, ending.signal, () => askFigureheads(deps, ending.signal)),
    // In a job of its own, so that a slow ministry delays nothing else.
    repeat(deps, MINUTE_MS, ending.signal, () => deps.lookUps.resume()),
    repeat(deps, MOVEMENTS_EVERY_MS, ending.signal, () =>
      keepMovements(deps.pool, deps.now().getTime(), ending.signal),
    ),
    repeat(deps, MINUTE_MS, ending.signal, () => followListed(deps, ending.signal)),
    repeat(deps, GATE_DAYS_EVERY_MS, ending.signal, () => countGateDays(deps, ending.signal)),
    repeat(deps, DAY_MS, ending.signal, async () => {
      await expireLogEntries(deps.pool, deps.auditSink);
      await expireStoredAnswers(deps);
    }),
    repeat(deps, RETENTION_EVERY_MS, ending.signal, async () => {
      await runRetention(deps, ending.signal);
    }),
    repeat(deps, HOUR_MS, ending.signal, async () => {
      await expireExports(deps);
      await deps.store.months.ensureAhead(deps.now().getTime());
      await deps.rates.sweep();
      await sweepArrivals(deps.store.runner);
      await forgetOldEvents(deps.pool, deps.now());
      await sweepImports(deps.store.runner, deps.now().toISOString());
      await pruneListChanges(deps.store.runner, deps.now().toISOString());
      await sweepSamples(deps.store.runner, deps.now().getTime());
      await discardStaleImports(deps.store.runner, deps.now().toISOString());
      await deleteOldFailures(deps.store.runner, deps.now().toISOString());
    }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(loops);
      await deps.ingestTally.flush().catch((error: unknown) => deps.log.error('reads not counted', { error }));
    },
  };
}

/** Runs `work` now and then after each pause. A failure is logged and does not stop the repetition. */
async function repeat(
  { log }: PlantDeps,
  everyMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error('job failed', { error }));
    await wait(everyMs, undefined, { signal }).catch(() => {});
  }
}
