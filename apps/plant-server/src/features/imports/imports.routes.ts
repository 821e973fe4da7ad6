import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/ingest.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { enqueue } from '@varco/server-kit/jobs/enqueue.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ImportsDeps } from './imports.deps.ts';
import { runnerSql, transactionRunner } from '../../database/pg-runner.ts';
import { runInTransaction } from './commit-import.ts';
import {
  deleteStagedLines,
  insertImportJob,
  findImportByFile,
  lockImportJob,
  updateImportState,
  readImportJob,
  type ImportJob,
} from './import-jobs.repository.ts';
import { COMMIT_IMPORT } from './commit-job.ts';
import { stageLines, validateImportLine, type RefusedLine } from './stage-lines.ts';
import type { ImportLineToStage } from './staged-lines.repository.ts';

/** File imports: lines are staged in batches, then committed in the background in one transaction, or not at all. */
export function importRoutes(app: PlantApp, deps: ImportsDeps): void {
  const { pool, store, ingestFacts } = deps;

  implement(app, api.startImport, async ({ body }, ctx) => {
    const key = requireImportKey(ctx.viewer.key);
    // A key limited to some gates cannot create new ones.
    if (body.create_gates && key.gates !== null) throw new AppError('no_perms');
    const earlier = await findImportByFile(store.runner, body.file_hash);
    const job = await insertImportJob(store.runner, {
      id: randomUUID(),
      keyId: key.id,
      label: body.label,
      fileHash: body.file_hash,
      createGates: body.create_gates,
      at: ctx.now(),
    });
    if (job === null) throw new Error('import not made');
    await ctx.audit({ detail: { import: job.id, label: job.label, file: job.file_hash, step: 'start' } });
    return { import: job, already_imported: earlier };
  });

  implement(app, api.stageImport, async ({ params, body }, ctx) => {
    const key = requireImportKey(ctx.viewer.key);
    const job = await requireOwnImport(params.id, key);
    const facts = await ingestFacts.get([]);
    const { lines, refused } = splitLines(body.reads, (line) =>
      validateImportLine(line, job, key, facts, parseInstantMs(ctx.now())),
    );
    const over = await runInTransaction(pool, async (client) => {
      const inside = transactionRunner(client);
      const locked = await lockImportJob(inside, job.id, 'staging');
      if (locked === null) throw new AppError('conflict');
      return stageLines(inside, locked, lines);
    });
    return { staged: lines.length - over.length, refused: [...refused, ...over] };
  });

  implement(app, api.commitImport, async ({ params }, ctx) => {
    const job = await requireOwnImport(params.id, requireImportKey(ctx.viewer.key));
    if (job.state === 'discarded' || job.state === 'failed') throw new AppError('conflict');
    const moved = await runInTransaction(pool, async (client) => {
      const inside = transactionRunner(client);
      const changed = await updateImportState(inside, job.id, 'staging', 'committing');
      if (changed !== null) await enqueue(runnerSql(inside), COMMIT_IMPORT, { import: job.id });
      // Nothing is committed when the log cannot be written.
      await ctx.audit({ detail: { import: job.id, step: 'commit', staged: job.staged } });
      return changed;
    });
    return moved ?? requireOwnImport(params.id, ctx.viewer.key);
  });

  implement(app, api.getImport, ({ params }, ctx) => requireOwnImport(params.id, requireImportKey(ctx.viewer.key)));

  implement(app, api.discardImport, async ({ params }, ctx) => {
    const job = await requireOwnImport(params.id, requireImportKey(ctx.viewer.key));
    const moved = await updateImportState(store.runner, job.id, 'staging', 'discarded');
    if (moved === null && job.state !== 'discarded') throw new AppError('conflict');
    await deleteStagedLines(store.runner, job.id);
    await ctx.audit({ detail: { import: job.id, step: 'discard' } });
    return moved ?? job;
  });

  /** Reads an import of this key; another key's import is not found. */
  async function requireOwnImport(id: string, key: IngestKey): Promise<ImportJob> {
    const job = await readImportJob(store.runner, id, key.id);
    if (job === null) throw new AppError('not_found');
    return job;
  }
}

function requireImportKey(key: IngestKey): IngestKey {
  if (key.kind !== 'import') throw new AppError('no_perms');
  return key;
}

/** Splits the lines of a call into valid ones and refused ones with their reason. */
function splitLines<Line>(
  reads: readonly Line[],
  validate: (read: Line) => ImportLineToStage | RefusedLine,
): { readonly lines: readonly ImportLineToStage[]; readonly refused: readonly RefusedLine[] } {
  const lines: ImportLineToStage[] = [];
  const refused: RefusedLine[] = [];
  for (const read of reads) {
    const result = validate(read);
    if ('reason' in result) refused.push(result);
    else lines.push(result);
  }
  return { lines, refused };
}
