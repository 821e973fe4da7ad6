import { setImmediate as turn } from 'node:timers/promises';
import * as api from '@varco/contract/plant/blacklist-files.ts';
import type { BlacklistImportResponse, ImportLine } from '@varco/contract/plant/blacklist-files.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { findEntries } from './blacklist.repository.ts';
import { requireReason } from './blacklist.routes.ts';
import { invalidFieldError } from './blacklist.service.ts';
import { lockTable } from '../../database/table-lock.repository.ts';
import { toRejectedPlate, importEntries, toImportLine, type ImportContext } from './import-entries.ts';
import {
  insertListImport,
  updateImportProgress,
  readListImport,
  type ListImportState,
} from './list-import-jobs.repository.ts';
import { receiveImport } from './receive-import.ts';
import {
  buildLineRules,
  readListFile,
  validateListLine,
  writeListFile,
  type FileLine,
  type LineRules,
  type ReadyLine,
} from './list-file.ts';

type PlantContext = CallContext<PlantViewer>;

const MAX_EXPORTED_ENTRIES = 100_000;
const MAX_RETURNED_LINES = 1_000;

/** Import of a file with its progress, and export (T 7.3, readings TA41). */
export function listFileRoutes(app: PlantApp, deps: ListsDeps): void {
  const { store } = deps;
  implement(app, api.importBlacklist, async (_input, ctx) => {
    await requireReason(deps, ctx);
    const received = await receiveImport(ctx.request);
    const { id } = received.options;
    if (!(await insertListImport(store.runner, id, ctx.viewer.user.id, ctx.now()))) throw new AppError('conflict');
    const state = { lines: 0, done: 0 };
    const move = (to: ListImportState, ended: boolean): Promise<void> =>
      updateImportProgress(store.runner, id, { ...state, state: to }, ended ? ctx.now() : null);
    try {
      const response = await importListFile(deps, ctx, received, async (lines, done, to) => {
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
    const job = await readListImport(store.runner, params.id, ctx.viewer.user.id);
    if (job === null) throw new AppError('not_found');
    return job;
  });

  implement(app, api.exportBlacklist, async ({ body }, ctx) => {
    await requireReason(deps, ctx);
    const all = { offset: 0, limit: MAX_EXPORTED_ENTRIES };
    const { rows, count } = await findEntries(store.runner, ctx.viewer.user, body, all, ctx.now(), ctx.signal);
    const bytes = Buffer.from(writeListFile(rows));
    const outcome = count > rows.length ? 'partial' : 'ok';
    await ctx.audit({ outcome, count: rows.length, bytes: bytes.length, detail: { filter: body } });
    return { bytes, type: 'text/csv', fileName: 'blacklist.csv' };
  });
}

type ReceivedImport = Awaited<ReturnType<typeof receiveImport>>;
type ProgressCallback = (lines: number, done: number, state: ListImportState) => Promise<void>;

/** Imports all valid lines in one transaction, together with the audit entry; a preview writes nothing. */
async function importListFile(
  deps: ListsDeps,
  ctx: PlantContext,
  { options, file }: ReceivedImport,
  progress: ProgressCallback,
): Promise<BlacklistImportResponse> {
  const lines = await readListFile(file, options.delimiter);
  if (typeof lines === 'string') throw invalidFieldError(`file/${lines}`);
  await progress(lines.length, 0, 'checking');
  const rules = buildLineRules(options, deps.limits.current().alert_mail_domains, ctx.now());
  const { ready, refused } = await validateLines(lines, rules);
  const results = await inTransaction(deps.pool, async (runner) => {
    const context: ImportContext = {
      runner,
      user: ctx.viewer.user,
      now: ctx.now(),
      overwrite: options.overwrite,
      isPreview: options.preview,
      onProgress: (done) => progress(lines.length, refused.length + done, 'writing'),
      signal: ctx.signal,
    };
    if (!options.preview) await lockTable(runner, 'blacklist_entry');
    const all = [...refused, ...(await importEntries(context, ready))];
    const counts = countStates(all);
    await ctx.audit({
      outcome: counts.failed + counts.skipped > 0 ? 'partial' : 'ok',
      count: counts.inserted + counts.updated,
      bytes: file.length,
      detail: { ...counts, preview: options.preview, overwrite: options.overwrite },
    });
    return all;
  });
  return { preview: options.preview, ...countStates(results), lines: sortByRelevance(results) };
}

/** Validates every line; yields to the event loop regularly so that other calls are served. */
async function validateLines(
  lines: readonly FileLine[],
  rules: LineRules,
): Promise<{ readonly ready: readonly ReadyLine[]; readonly refused: readonly ImportLine[] }> {
  const ready: ReadyLine[] = [];
  const refused: ImportLine[] = [];
  const plates = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (at % 1_000 === 999) await turn();
    const result = validateListLine(line, rules);
    if (typeof result === 'string') refused.push(toImportLine(toRejectedPlate(line), 'failed', result));
    else if (plates.has(result.plate)) refused.push(toImportLine(result, 'skipped', 'twice'));
    else {
      plates.add(result.plate);
      ready.push(result);
    }
  }
  return { ready, refused };
}

function countStates(results: readonly ImportLine[]): Record<ImportLine['state'], number> {
  const counts = { inserted: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { state } of results) counts[state] += 1;
  return counts;
}

const STATE_ORDER: Readonly<Record<ImportLine['state'], number>> = { failed: 0, skipped: 1, updated: 2, inserted: 3 };

/** Failed and skipped lines come first: they need attention. Limited to `MAX_RETURNED_LINES`. */
const sortByRelevance = (results: readonly ImportLine[]): ImportLine[] =>
  results
    .toSorted((a, b) => STATE_ORDER[a.state] - STATE_ORDER[b.state] || a.line - b.line)
    .slice(0, MAX_RETURNED_LINES);
