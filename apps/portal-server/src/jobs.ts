import { removeExpiredEntries } from '@varco/server-kit/audit/audit-expiry.repository.ts';
import { deleteOldEvents } from '@varco/server-kit/events/system-event-store.ts';
import type { JobReport } from '@varco/server-kit/jobs/job-report.ts';
import { type RunningJobs, startJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import type { Loop } from '@varco/server-kit/jobs/tasks.ts';
import type { Pool } from 'pg';
import type { PortalDeps } from './deps.ts';
import { deleteOldLinks } from './features/account/account-link.repository.ts';
import { runExports, deleteExpiredExports } from './features/exports/export-runner.ts';
import { createMailHandler } from './mail/deliver.service.ts';
import { openMailSender } from './mail/open-mail-sender.ts';
import { deleteOldMail } from './mail/outbox.repository.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { deleteOldNonces } from './features/peer/peer.repository.ts';
import { publishPortalLog } from './features/peer/witness-plan.service.ts';
import { probePeers } from './features/peer/probe.service.ts';
import { deleteOldSessions } from './features/session/session.repository.ts';
import { deleteOldFailures } from './features/sign-in/slow-down.repository.ts';

/** A plant must miss two probes before it counts as unreachable (one minute). */
const PROBE_INTERVAL_MS = 20_000;
const SETTINGS_INTERVAL_MS = 10_000;
const EXPORTS_INTERVAL_MS = 1_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;
const CHECKPOINT_INTERVAL_MS = 60_000;
const EXPIRE_INTERVAL_MS = 24 * 3_600_000;
const VERIFY_INTERVAL_MS = 24 * 3_600_000;

export type PortalJobs = RunningJobs;

export interface PortalJobSettings {
  /** Connections of the consultation log. */
  readonly auditPool: Pool;
  readonly report: JobReport;
  /** Loops that only a whole server has. */
  readonly more?: readonly Loop[];
}

/**
 * Starts the background jobs of the portal: probing plants, signing the tree head of the consultation log every minute and having it cosigned,
 * sending mail, processing exports, and deleting expired rows.
 */
export function startPortalJobs(deps: PortalDeps, { auditPool, report, more = [] }: PortalJobSettings): PortalJobs {
  const client = createOutboundClient({ allowedCidrs: deps.outboundCidrs });
  const reached = new Map<string, boolean>();
  return startJobs({
    pool: deps.pool,
    report,
    handlers: [createMailHandler(deps, () => openMailSender(deps))],
    tasks: [
      { name: 'portal.expire-rows', everyMs: CLEANUP_INTERVAL_MS, run: () => deleteExpiredRows(deps) },
      {
        name: 'audit.sign-checkpoint',
        everyMs: CHECKPOINT_INTERVAL_MS,
        run: (signal) => publishPortalLog(deps, signal),
      },
      { name: 'audit.verify', everyMs: VERIFY_INTERVAL_MS, run: deps.tlog.verify },
      {
        name: 'audit.expire',
        everyMs: EXPIRE_INTERVAL_MS,
        run: () => removeExpiredEntries(auditPool, deps.auditSink),
      },
    ],
    loops: [
      {
        name: 'peers.probe',
        everyMs: PROBE_INTERVAL_MS,
        run: (signal) => probePeers(deps, client, signal, reached),
      },
      { name: 'settings.refresh', everyMs: SETTINGS_INTERVAL_MS, run: () => refreshSettings(deps) },
      { name: 'exports.run', everyMs: EXPORTS_INTERVAL_MS, run: (signal) => runExports(deps, client, signal) },
      ...more,
    ],
  });
}

/** Follows what another process of this portal changed. */
async function refreshSettings({ keys, tlog, settings }: PortalDeps): Promise<void> {
  await keys.refresh();
  await tlog.refreshKeys();
  await settings.refresh();
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
