import { defineJob } from '@varco/server-kit/jobs/define-job.ts';
import { z } from 'zod';

/** Sends one message of the outbox. Retried after 1, 2, 4 ... minutes, then every hour: a mail server may be down for a day. */
export const SEND_MAIL = defineJob({
  name: 'mail.send',
  schema: z.object({ mail: z.string() }),
  retry: { limit: 29, delayS: 60, maxDelayS: 3_600 },
  expireInS: 120,
  // As long as the message itself is kept.
  waitsAtMostS: 7 * 86_400,
  hasGiveUp: true,
});
