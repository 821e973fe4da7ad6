import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/file-imports.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { enqueue } from '@varco/server-kit/jobs/enqueue.ts';
import type { ImportViewer } from '../../auth/import-authenticator.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ImportsDeps } from './imports.deps.ts';
import { runnerSql, transactionRunner } from '../../database/pg-runner.ts';
import { runInTransaction } from './commit-import.ts';
import {
  deleteStagedLines,
  insertImportJob,
  findImportByFile,
  findOpenImports,
  lockImportJob,
  updateImportState,
  readImportJob,
  type ImportJob,
  type ImportStarter,
} from './import-jobs.repository.ts';
import { COMMIT_IMPORT } from './commit-job.ts';
import { stageLines, validateImportLine, type RefusedLine } from './stage-lines.ts';
import { readRefusedLines, storeProgress, type ImportLineToStage } from './staged-lines.repository.ts';
import { foldGateName } from '../gates/gates.public.ts';

/**
 * File imports: lines are staged in batches, then committed in the background in one transaction, or not at all. A key has its
 * own imports, an administrator of the plant all of them (ADR 0007).
 */
export function importRoutes(app: PlantApp, deps: ImportsDeps): void {
  registerStartRoutes(app, deps);
  registerStageRoutes(app, deps);
  registerEndRoutes(app, deps);
}

const toKeyId = ({ key }: ImportViewer): string | null => key?.id ?? null;

function toStarter({ key, user, actor }: ImportViewer): ImportStarter {
  return { keyId: key?.id ?? null, person: user?.uuid ?? null, name: actor.name ?? '' };
}

/** Reads an import of this caller. Throws `not_found` for another key's. */
async function requireImport({ store }: ImportsDeps, id: string, viewer: ImportViewer): Promise<ImportJob> {
  const job = await readImportJob(store.runner, id, toKeyId(viewer));
  if (job === null) throw new AppError('not_found');
  return job;
}

function registerStartRoutes(app: PlantApp, { store, ingestFacts }: ImportsDeps): void {
  implement(app, api.startImport, async ({ body }, ctx) => {
    const { viewer } = ctx;
    // A key limited to some gates cannot create new ones.
    if (body.create_gates && (viewer.key?.gates ?? null) !== null) throw new AppError('no_perms');
    const earlier = await findImportByFile(store.runner, body.file_hash);
    const job = await insertImportJob(store.runner, {
      id: randomUUID(),
      starter: toStarter(viewer),
      label: body.label,
      fileHash: body.file_hash,
      createGates: body.create_gates,
      form: body.form ?? null,
      at: ctx.now(),
    });
    if (job === null) throw new Error('import not made');
    await ctx.audit({ detail: { import: job.id, label: job.label, file: job.file_hash, step: 'start' } });
    return { import: job, already_imported: earlier };
  });

  implement(app, api.findImports, async ({ query }, ctx) => {
    const found = await findOpenImports(store.runner, query.file_hash, toKeyId(ctx.viewer));
    return {
      already_imported: await findImportByFile(store.runner, query.file_hash),
      open: found.flatMap((job) =>
        job.form === null ? [] : [{ import: job, create_gates: job.create_gates, form: job.form }],
      ),
    };
  });

  implement(app, api.matchImportGates, async ({ body }) => {
    const ids = (await ingestFacts.get([])).gateNames;
    const found = body.names.map((name) => ids.get(foldGateName(name)));
    const { gates } = await ingestFacts.get(found.filter((id) => id !== undefined));
    return {
      gates: found.map((id) => {
        const fullname = id === undefined ? undefined : gates.get(id)?.fullname;
        return id === undefined || fullname === undefined ? null : { id, fullname };
      }),
    };
  });
}

function registerStageRoutes(app: PlantApp, deps: ImportsDeps): void {
  const { pool, store, ingestFacts } = deps;
  implement(app, api.stageImport, async ({ params, body }, ctx) => {
    const job = await requireImport(deps, params.id, ctx.viewer);
    const allowedGates = ctx.viewer.key?.gates ?? null;
    const facts = await ingestFacts.get([]);
    const { lines, refused } = splitLines(body.reads, (line) =>
      validateImportLine(line, job, allowedGates, facts, parseInstantMs(ctx.now())),
    );
    const readTo = Math.max(...body.reads.map(({ line }) => line));
    const over = await runInTransaction(pool, async (client) => {
      const inside = transactionRunner(client);
      const locked = await lockImportJob(inside, job.id, 'staging');
      if (locked === null) throw new AppError('conflict');
      const rest = await stageLines(inside, locked, lines);
      // Lines over the limit are not stored, not even as refused.
      const stored = [...refused, ...rest].filter(({ reason }) => reason !== 'too_many_lines');
      await storeProgress(inside, job.id, readTo, stored);
      return rest;
    });
    return { staged: lines.length - over.length, refused: [...refused, ...over] };
  });

  implement(app, api.getImport, ({ params }, ctx) => requireImport(deps, params.id, ctx.viewer));

  implement(app, api.listImportRefusals, async ({ params, query }, ctx) => {
    const job = await requireImport(deps, params.id, ctx.viewer);
    return { objects: [...(await readRefusedLines(store.runner, job.id, query.after))] };
  });
}

function registerEndRoutes(app: PlantApp, deps: ImportsDeps): void {
  const { pool, store } = deps;
  implement(app, api.commitImport, async ({ params }, ctx) => {
    const job = await requireImport(deps, params.id, ctx.viewer);
    if (job.state === 'discarded' || job.state === 'failed') throw new AppError('conflict');
    const moved = await runInTransaction(pool, async (client) => {
      const inside = transactionRunner(client);
      const changed = await updateImportState(inside, job.id, 'staging', 'committing');
      if (changed !== null) await enqueue(runnerSql(inside), COMMIT_IMPORT, { import: job.id });
      const { label, file_hash: file, staged, refused, started_by: by } = changed ?? job;
      // Nothing is committed when the log cannot be written.
      await ctx.audit({ detail: { import: job.id, step: 'commit', label, file, staged, refused, by } });
      return changed;
    });
    return moved ?? requireImport(deps, params.id, ctx.viewer);
  });

  implement(app, api.discardImport, async ({ params }, ctx) => {
    const job = await requireImport(deps, params.id, ctx.viewer);
    const moved = await updateImportState(store.runner, job.id, 'staging', 'discarded');
    if (moved === null && job.state !== 'discarded') throw new AppError('conflict');
    await deleteStagedLines(store.runner, job.id);
    await ctx.audit({ detail: { import: job.id, step: 'discard', label: job.label } });
    return moved ?? job;
  });
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
