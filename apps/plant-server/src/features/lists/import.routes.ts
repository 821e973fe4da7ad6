import { setImmediate as turn } from 'node:timers/promises';
import * as api from '@varco/contract/plant/blacklist-files.ts';
import type { ImportAnswer, ImportLine } from '@varco/contract/plant/blacklist-files.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { findEntries } from './blacklist.queries.ts';
import { settleReason } from './blacklist.routes.ts';
import { invalid } from './blacklist.service.ts';
import { asWritten, importEntries, lockList, said, type EntryImport } from './import-entries.ts';
import { beginImport, moveImport, readImport, type ImportState } from './import-jobs.queries.ts';
import { receiveImport } from './import-parts.ts';
import {
  lineRules,
  readListFile,
  weighLine,
  writeListFile,
  type FileLine,
  type LineRules,
  type ReadyLine,
} from './list-file.ts';

type Context = CallContext<PlantViewer>;

const MOST_EXPORTED = 100_000;
const MOST_TOLD = 1_000;

/** Import of a file with its progress, and export (T 7.3, readings TA41). */
export function listFileRoutes(app: PlantApp, deps: ListsDeps): void {
  const { store } = deps;
  implement(app, api.importBlacklist, async (_input, ctx) => {
    await settleReason(deps, ctx);
    const received = await receiveImport(ctx.request);
    const { id } = received.options;
    if (!(await beginImport(store.runner, id, ctx.viewer.user.id, ctx.now()))) throw new AppError('conflict');
    const state = { lines: 0, done: 0 };
    const move = (to: ImportState, ended: boolean): Promise<void> =>
      moveImport(store.runner, id, { ...state, state: to }, ended ? ctx.now() : null);
    try {
      const response = await runImport(deps, ctx, received, async (lines, done, to) => {
        Object.assign(state, { lines, done });
        await move(to, false);
      });
      await move('done', true);
      return response;
    } catch (error) {
      await move('failed', true).catch(() => {});
      throw error;
    }
  });

  implement(app, api.getBlacklistImport, async ({ params }, ctx) => {
    const job = await readImport(store.runner, params.id, ctx.viewer.user.id);
    if (job === null) throw new AppError('not_found');
    return job;
  });

  implement(app, api.exportBlacklist, async ({ body }, ctx) => {
    await settleReason(deps, ctx);
    const all = { offset: 0, limit: MOST_EXPORTED };
    const { rows, count } = await findEntries(store.runner, ctx.viewer.user, body, all, ctx.now(), ctx.signal);
    const bytes = Buffer.from(writeListFile(rows));
    const outcome = count > rows.length ? 'partial' : 'ok';
    await ctx.audit({ outcome, count: rows.length, bytes: bytes.length, detail: { filter: body } });
    return { bytes, type: 'text/csv', fileName: 'blacklist.csv' };
  });
}

type Received = Awaited<ReturnType<typeof receiveImport>>;
type Progress = (lines: number, done: number, state: ImportState) => Promise<void>;

/** Imports all valid lines in one transaction, together with the audit entry; a preview writes nothing. */
async function runImport(
  deps: ListsDeps,
  ctx: Context,
  { options, file }: Received,
  progress: Progress,
): Promise<ImportAnswer> {
  const lines = await readListFile(file, options.delimiter);
  if (typeof lines === 'string') throw invalid(`file/${lines}`);
  await progress(lines.length, 0, 'checking');
  const rules = lineRules(options, deps.alertMailDomains, ctx.now());
  const { ready, refused } = await weighAll(lines, rules);
  const results = await inTransaction(deps.pool, async (runner) => {
    const context: EntryImport = {
      runner,
      user: ctx.viewer.user,
      now: ctx.now(),
      overwrite: options.overwrite,
      isPreview: options.preview,
      onProgress: (done) => progress(lines.length, refused.length + done, 'writing'),
      signal: ctx.signal,
    };
    if (!options.preview) await lockList(runner);
    const all = [...refused, ...(await importEntries(context, ready))];
    const counts = countOf(all);
    await ctx.audit({
      outcome: counts.failed + counts.skipped > 0 ? 'partial' : 'ok',
      count: counts.inserted + counts.updated,
      bytes: file.length,
      detail: { ...counts, preview: options.preview, overwrite: options.overwrite },
    });
    return all;
  });
  return { preview: options.preview, ...countOf(results), lines: told(results) };
}

/** Validates every line; yields to the event loop regularly so that other calls are served. */
async function weighAll(
  lines: readonly FileLine[],
  rules: LineRules,
): Promise<{ readonly ready: readonly ReadyLine[]; readonly refused: readonly ImportLine[] }> {
  const ready: ReadyLine[] = [];
  const refused: ImportLine[] = [];
  const plates = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (at % 1_000 === 999) await turn();
    const result = weighLine(line, rules);
    if (typeof result === 'string') refused.push(said(asWritten(line), 'failed', result));
    else if (plates.has(result.plate)) refused.push(said(result, 'skipped', 'twice'));
    else {
      plates.add(result.plate);
      ready.push(result);
    }
  }
  return { ready, refused };
}

function countOf(results: readonly ImportLine[]): Record<ImportLine['state'], number> {
  const counts = { inserted: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { state } of results) counts[state] += 1;
  return counts;
}

const WEIGHT: Readonly<Record<ImportLine['state'], number>> = { failed: 0, skipped: 1, updated: 2, inserted: 3 };

/** Failed and skipped lines come first: they need attention. Limited to `MAX_RETURNED_LINES`. */
const told = (results: readonly ImportLine[]): ImportLine[] =>
  results.toSorted((a, b) => WEIGHT[a.state] - WEIGHT[b.state] || a.line - b.line).slice(0, MOST_TOLD);
