import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { runLoop } from '@varco/server-kit/jobs/tasks.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import type { NotificationDispatcher } from '../features/notifications/notification-dispatcher.ts';

/** Runs the loops of the channels as a server does, until the signal aborts. */
export async function runLoops(channels: NotificationDispatcher, signal: AbortSignal): Promise<void> {
  const report = createJobReport(silentLog);
  await Promise.all(channels.loops().map((loop) => runLoop(loop, report, signal)));
  await channels.stop();
}
