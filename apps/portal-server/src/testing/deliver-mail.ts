import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { runDueJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { createMailHandler } from '../mail/deliver.service.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import type { TestPortal } from './test-portal.ts';

/** Sends all due messages as the job does; returns how many the mail server took. */
export async function deliverDue({ deps }: TestPortal, sender: MailSender): Promise<number> {
  let taken = 0;
  const counting: MailSender = {
    ...sender,
    async send(to, text) {
      await sender.send(to, text);
      taken += 1;
    },
  };
  await runDueJobs(
    { pool: deps.pool, report: createJobReport(silentLog) },
    createMailHandler(deps, () => counting),
  );
  return taken;
}
