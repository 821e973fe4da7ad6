import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import { waitForRoom } from '@varco/server-kit/disk/wait-for-room.ts';
import { findStorageFailure } from '@varco/server-kit/disk/storage-failure.ts';
import { defineJob, JobPostponed, type JobHandler } from '@varco/server-kit/jobs/define-job.ts';
import { z } from 'zod';
import type { ImportsDeps } from './imports.deps.ts';
import { isRetryable } from '../../database/retry-transaction.ts';
import { commitStagedImport, type CommitResult } from './commit-import.ts';
import { deleteStagedLines, updateImportState } from './import-jobs.repository.ts';

const HOUR_S = 3_600;
const SYSTEM_ACTOR: AuditActor = { kind: 'system', id: null, name: 'import', group: null, level: null, session: null };

/**
 * Commits the staged lines of an import, one import at a time. Enqueued with the change to `committing`. A killed run was
 * rolled back and is run again.
 */
export const COMMIT_IMPORT = defineJob({
  name: 'imports.commit',
  schema: z.object({ import: z.uuid() }),
  // A deadlock with live reads, or a lost connection. Any other error would occur again, and ends the import at once.
  retry: { limit: 30, delayS: 1, maxDelayS: 300 },
  expireInS: 6 * HOUR_S,
  policy: 'singleton',
  hasGiveUp: true,
});

type CommitJobDeps = Pick<ImportsDeps, 'pool' | 'store' | 'now' | 'log' | 'auditSink' | 'diskGuard' | 'ingestFacts'>;

/** Runs the commits of imports. */
export function createCommitHandler(deps: CommitJobDeps): JobHandler<{ import: string }> {
  async function record(id: string, outcome: 'ok' | 'error', done: CommitResult | null): Promise<void> {
    await deps.auditSink.record({
      action: 'ingest.import',
      outcome,
      actor: SYSTEM_ACTOR,
      from: { ip: null, client: null },
      req: null,
      count: done?.stored ?? null,
      detail: { import: id, ...done },
    });
  }

  async function giveUp(id: string): Promise<void> {
    if ((await updateImportState(deps.store.runner, id, 'committing', 'failed')) === null) return;
    await deleteStagedLines(deps.store.runner, id);
    await record(id, 'error', null);
  }

  return {
    job: COMMIT_IMPORT,
    concurrency: 1,
    async run({ import: id }, { signal }) {
      const needs = { pool: deps.pool, store: deps.store, now: () => deps.now().toISOString(), signal };
      await waitForRoom(deps.diskGuard, 'database', signal);
      try {
        const done = await commitStagedImport(needs, id);
        deps.ingestFacts.invalidate();
        if (done !== null) await record(id, 'ok', done);
      } catch (error) {
        if (findStorageFailure(error) !== null) throw new JobPostponed('disk full', { cause: error });
        if (signal.aborted || isRetryable(error)) throw error;
        deps.log.error('import not stored', { error });
        await giveUp(id);
      }
    },
    giveUp: ({ import: id }) => giveUp(id),
  };
}
