import { setTimeout as wait } from 'node:timers/promises';
import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';
import type { ImportsDeps } from './imports.deps.ts';
import { isRetryable } from '../../database/retry-transaction.ts';
import { commitStagedImport, type CommitResult } from './commit-import.ts';
import { deleteStagedLines, updateImportState, readUnfinishedImports } from './import-jobs.repository.ts';

/** Commits imports one after the other in the background. */
export interface ImportRunner {
  /** Adds an import to the queue. */
  enqueue(id: string): void;
  /** Adds the imports to the queue that an earlier process did not finish. */
  resume(): Promise<void>;
  /** Stops; an import in progress is rolled back and started again at the next start. */
  stop(): Promise<void>;
}

const MAX_ATTEMPTS = 8;
const SYSTEM_ACTOR: AuditActor = { kind: 'system', id: null, name: 'import', group: null, level: null, session: null };

type ImportRunnerDeps = Pick<ImportsDeps, 'pool' | 'store' | 'now' | 'log' | 'auditSink' | 'ingestFacts'>;

export function createImportRunner(deps: ImportRunnerDeps): ImportRunner {
  const ending = new AbortController();
  let queue: Promise<void> = Promise.resolve();

  /** After a deadlock with live reads or a lost connection, the whole transaction is run again. */
  async function commit(id: string): Promise<CommitResult | null> {
    const needs = { pool: deps.pool, store: deps.store, now: () => deps.now().toISOString(), signal: ending.signal };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commitStagedImport(needs, id);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || ending.signal.aborted || !isRetryable(error)) throw error;
        await wait(200 * attempt, undefined, { signal: ending.signal });
      }
    }
  }

  async function run(id: string): Promise<void> {
    if (ending.signal.aborted) return;
    try {
      const done = await commit(id);
      deps.ingestFacts.invalidate();
      if (done !== null) await record(id, 'ok', done);
    } catch (error) {
      if (ending.signal.aborted) return;
      deps.log.error('import not stored', { error });
      // With an unavailable database the import stays for the next start; any other error would occur again.
      if (isRetryable(error)) return;
      await updateImportState(deps.store.runner, id, 'committing', 'failed');
      await deleteStagedLines(deps.store.runner, id);
      await record(id, 'error', null);
    }
  }

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

  const enqueue = (id: string): void => {
    queue = queue.then(() => run(id)).catch((error: unknown) => deps.log.error('import failed', { error }));
  };
  return {
    enqueue,
    async resume() {
      for (const id of await readUnfinishedImports(deps.store.runner)) enqueue(id);
    },
    async stop() {
      ending.abort();
      await queue;
    },
  };
}
