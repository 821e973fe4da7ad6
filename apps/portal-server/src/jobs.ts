import { storeCheckpoint } from '@varco/server-kit/audit/audit-checkpoint.repository.ts';
import { removeExpiredEntries } from '@varco/server-kit/audit/audit-expiry.repository.ts';
import { signCheckpoint } from '@varco/server-kit/audit/checkpoint-note.ts';
import { deleteOldEvents } from '@varco/server-kit/events/system-event-store.ts';
import type { Pool } from 'pg';
import type { PortalDeps } from './deps.ts';
import { deleteOldLinks } from './features/account/account-link.repository.ts';
import { runExports, deleteExpiredExports } from './features/exports/export-runner.ts';
import { deliverDue } from './mail/deliver.service.ts';
import type { MailSender } from './mail/mail-sender.ts';
import { deleteOldMail } from './mail/outbox.repository.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { deleteOldNonces } from './features/peer/peer.repository.ts';
import { probePeers } from './features/peer/probe.service.ts';
import { deleteOldSessions } from './features/session/session.repository.ts';
import { deleteOldFailures } from './features/sign-in/slow-down.repository.ts';

/** A plant must miss two probes before it counts as unreachable (one minute). */
const PROBE_INTERVAL_MS = 20_000;
const EXPORTS_INTERVAL_MS = 1_000;
const MAIL_INTERVAL_MS = 2_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;
const CHECKPOINT_INTERVAL_MS = 60_000;
const EXPIRE_INTERVAL_MS = 24 * 3_600_000;

export interface PortalJobs {
  /** Resolves when a running job has ended. */
  stop(): Promise<void>;
}

export interface PortalJobSettings {
  /** Connections of the consultation log. */
  readonly auditPool: Pool;
  /** Null: no mail server is configured; messages stay in the outbox. */
  readonly mailSender: MailSender | null;
}

/**
 * Starts the periodic jobs of the portal: probing plants, signing the tree head of the consultation log every minute,
 * sending due mail, processing exports, and deleting expired rows.
 */
export function startPortalJobs(deps: PortalDeps, { auditPool, mailSender }: PortalJobSettings): PortalJobs {
  const client = createOutboundClient({ allowedCidrs: deps.outboundCidrs });
  const answered = new Map<string, boolean>();
  const loops = [
    runPeriodically(deps, PROBE_INTERVAL_MS, (signal) => probePeers(deps, client, signal, answered)),
    runPeriodically(deps, EXPORTS_INTERVAL_MS, (signal) => runExports(deps, client, signal)),
    runPeriodically(deps, CLEANUP_INTERVAL_MS, () => deleteExpiredRows(deps)),
    runPeriodically(deps, CHECKPOINT_INTERVAL_MS, async () => {
      await storeCheckpoint(auditPool, async (text) => signCheckpoint(deps.tokens.keys.current, text));
    }),
    ...(mailSender === null
      ? []
      : [runPeriodically(deps, MAIL_INTERVAL_MS, (signal) => deliverAll(deps, mailSender, signal))]),
    runPeriodically(deps, EXPIRE_INTERVAL_MS, async () => {
      await removeExpiredEntries(auditPool, deps.auditSink);
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

async function deliverAll(deps: PortalDeps, sender: MailSender, signal: AbortSignal): Promise<void> {
  await deliverDue(deps, sender, signal);
}

async function deleteExpiredRows(deps: PortalDeps): Promise<void> {
  const now = deps.now().toISOString();
  await deleteOldSessions(deps.db, now);
  await deleteOldFailures(deps.db, now);
  await deleteOldNonces(deps.db, now);
  await deleteOldMail(deps.db, now);
  await deleteOldLinks(deps.db, now);
  await deleteExpiredExports(deps);
  await deps.rates.deleteIdleCounters();
  await deleteOldEvents(deps.pool, new Date(now));
}

/** Runs `work` now and then again after each interval; a failure is logged and does not stop the repetition. */
function runPeriodically(
  deps: PortalDeps,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await work(ending.signal).catch((error: unknown) => deps.log.error('job failed', { error }));
      await sleepUnlessAborted(everyMs, ending.signal);
    }
  };
  const running = run();
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
    return undefined;
  });
}
