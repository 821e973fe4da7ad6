import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/ingest.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ImportsDeps } from './imports.deps.ts';
import { transactionRunner } from '../../database/pg-runner.ts';
import { inTransaction } from './commit-import.ts';
import {
  clearStaged,
  createJob,
  importOfFile,
  lockJob,
  moveJob,
  readJob,
  type ImportJob,
} from './import-jobs.queries.ts';
import { createImportRunner } from './import-runner.ts';
import { stageLines, weighLine, type RefusedLine, type StagedLine } from './stage-lines.ts';

/** File imports: lines are staged in batches, then committed in the background in one transaction, or not at all. */
export function importRoutes(app: PlantApp, deps: ImportsDeps): void {
  const { pool, store, ingestFacts } = deps;
  const runner = createImportRunner(deps);
  app.addHook('onReady', () => runner.resume());
  app.addHook('onClose', () => runner.stop());

  implement(app, api.startImport, async ({ body }, ctx) => {
    const key = importKey(ctx.viewer.key);
    // A key limited to some gates cannot create new ones.
    if (body.create_gates && key.gates !== null) throw new AppError('no_perms');
    const earlier = await importOfFile(store.runner, body.file_hash);
    const job = await createJob(store.runner, {
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
    const key = importKey(ctx.viewer.key);
    const job = await ownJob(params.id, key);
    const facts = await ingestFacts.read([]);
    const { lines, refused } = weighLines(body.reads, (line) => weighLine(line, job, key, facts, msOf(ctx.now())));
    const over = await inTransaction(pool, async (client) => {
      const inside = transactionRunner(client);
      const locked = await lockJob(inside, job.id, 'staging');
      if (locked === null) throw new AppError('conflict');
      return stageLines(inside, locked, lines);
    });
    return { staged: lines.length - over.length, refused: [...refused, ...over] };
  });

  implement(app, api.commitImport, async ({ params }, ctx) => {
    const job = await ownJob(params.id, importKey(ctx.viewer.key));
    if (job.state === 'discarded' || job.state === 'failed') throw new AppError('conflict');
    const moved = await moveJob(store.runner, job.id, 'staging', 'committing');
    await ctx.audit({ detail: { import: job.id, step: 'commit', staged: job.staged } });
    if (moved !== null) runner.enqueue(job.id);
    return moved ?? ownJob(params.id, ctx.viewer.key);
  });

  implement(app, api.getImport, ({ params }, ctx) => ownJob(params.id, importKey(ctx.viewer.key)));

  implement(app, api.discardImport, async ({ params }, ctx) => {
    const job = await ownJob(params.id, importKey(ctx.viewer.key));
    const moved = await moveJob(store.runner, job.id, 'staging', 'discarded');
    if (moved === null && job.state !== 'discarded') throw new AppError('conflict');
    await clearStaged(store.runner, job.id);
    await ctx.audit({ detail: { import: job.id, step: 'discard' } });
    return moved ?? job;
  });

  /** Reads an import of this key; another key's import is not found. */
  async function ownJob(id: string, key: IngestKey): Promise<ImportJob> {
    const job = await readJob(store.runner, id, key.id);
    if (job === null) throw new AppError('not_found');
    return job;
  }
}

function importKey(key: IngestKey): IngestKey {
  if (key.kind !== 'import') throw new AppError('no_perms');
  return key;
}

/** Splits the lines of a call into valid ones and refused ones with their reason. */
function weighLines<Line>(
  reads: readonly Line[],
  weigh: (read: Line) => StagedLine | RefusedLine,
): { readonly lines: readonly StagedLine[]; readonly refused: readonly RefusedLine[] } {
  const lines: StagedLine[] = [];
  const refused: RefusedLine[] = [];
  for (const read of reads) {
    const result = weigh(read);
    if ('reason' in result) refused.push(result);
    else lines.push(result);
  }
  return { lines, refused };
}
