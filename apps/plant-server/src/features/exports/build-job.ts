import { defineJob } from '@varco/server-kit/jobs/define-job.ts';
import { z } from 'zod';

/**
 * Builds and delivers the part of an export. Enqueued with the change of the export to `waiting`. Progress is in the
 * table of exports, so a run that follows a killed one continues with its segments.
 */
export const BUILD_EXPORT = defineJob({
  name: 'exports.build',
  schema: z.object({ export: z.uuid() }),
  // More than the six hours an absent portal is waited for; other failures end the export after eight.
  retry: { limit: 200, delayS: 5, maxDelayS: 300 },
  expireInS: 86_000,
  hasGiveUp: true,
});
