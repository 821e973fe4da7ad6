import * as api from '@varco/contract/portal/exports.ts';
import { MAX_SAVED_EXPORTS } from '@varco/domain/exports/saved-exports.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { hashCookieKey, readKeyHash, requireKeyHash, setKeyCookie } from './export-key.ts';
import { ExportWatch } from './export-watch.ts';
import * as queries from './exports.repository.ts';
import { computeExportProgress, toSavedExport } from './exports.view.ts';
import { createExport } from './start-export.service.ts';

/** A download must begin this long after it was permitted. */
const DOWNLOAD_PERMISSION_MS = 60_000;

/** Saved exports of a person (T 7.6). Nobody can list, change or download those of another person (EXP-08). */
export function exportRoutes(app: PortalApp, deps: PortalDeps): void {
  startRoute(app, deps);
  savedRoutes(app, deps);
  pendingRoutes(app, deps);
  watchRoute(app, deps);
  fileRoutes(app, deps);
}

function startRoute(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.startExport, async ({ body }, ctx) => {
    const keyHash = requireKeyHash(ctx.request);
    const started = await createExport(deps, body, {
      userId: ctx.viewer.userId,
      keyHash,
      reason: ctx.reason,
      now: ctx.now(),
      spend: () => deps.rates.spend(deps.exports.rate ?? RATES.exports, ctx.viewer.uuid),
      record: () =>
        ctx.audit({
          count: body.peers.length,
          detail: {
            export: body.guid,
            direct: (body.direct_export_config ?? null) !== null,
            images: !body.without_images,
            contextImages: body.with_context_images,
            watermark: body.watermark_tag,
            notes: body.notes,
            plants: body.peers.map(({ url, filter }) => ({ url, filter })),
          },
        }),
    });
    setKeyCookie(ctx.request, ctx.reply);
    return started;
  });
}

function savedRoutes(app: PortalApp, deps: PortalDeps): void {
  const { db, key } = deps;

  implement(app, api.listExports, async (_input, ctx) => {
    const keyHash = readKeyHash(ctx.request);
    const now = ctx.now();
    const rows = await queries.findExportsOfUser(db, ctx.viewer.userId);
    return {
      exports: rows.map((row) => toSavedExport(key, row, keyHash, now)),
      max_active_exports: MAX_SAVED_EXPORTS,
    };
  });

  implement(app, api.getExport, async ({ params }, ctx) => {
    const row = requireExport(await queries.findExport(db, params.export, ctx.viewer.userId));
    return toSavedExport(key, row, readKeyHash(ctx.request), ctx.now());
  });

  implement(app, api.updateExport, async ({ params, body }, ctx) => {
    const { userId } = ctx.viewer;
    const isOwn = await db.transaction().execute(async (tx) => {
      const changed = await queries.changeExport(tx, params.export, userId, body);
      if (changed)
        await ctx.audit({
          count: 1,
          detail: { export: params.export, notes: body.notes ?? null, told: body.notified },
        });
      return changed;
    });
    if (!isOwn) throw new AppError('not_found');
    const row = requireExport(await queries.findExport(db, params.export, userId));
    return toSavedExport(key, row, readKeyHash(ctx.request), ctx.now());
  });

  implement(app, api.deleteExport, async ({ params }, ctx) => {
    await db.transaction().execute(async (tx) => {
      if (!(await queries.removeExport(tx, params.export, ctx.viewer.userId))) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { export: params.export } });
    });
    await deps.exports.store.remove(params.export);
  });
}

function pendingRoutes(app: PortalApp, { db }: PortalDeps): void {
  implement(app, api.pendingExports, async (_input, ctx) => {
    const now = ctx.now();
    const rows = (await queries.findExportsOfUser(db, ctx.viewer.userId)).filter(({ job }) => job.state !== 'ended');
    return {
      exports: rows.map((row) => {
        const progress = computeExportProgress(row, now);
        return { ...progress, pending: true, job_id: row.job.guid };
      }),
    };
  });

  implement(app, api.cancelExports, ({ query }, ctx) =>
    db.transaction().execute(async (tx) => {
      const guids = await queries.cancelPending(tx, ctx.viewer.userId, query.job_id ?? null, ctx.now());
      if (query.job_id !== undefined && guids.length === 0) throw new AppError('not_found');
      await ctx.audit({ count: guids.length, detail: { exports: [...guids] } });
      return { cancelled: guids.length };
    }),
  );
}

function watchRoute(app: PortalApp, { pool }: PortalDeps): void {
  const watch = new ExportWatch(pool);
  app.addHook('preClose', () => watch.endAll());
  implement(app, api.watchExports, (_input, ctx) => {
    // The call's own signal ends when the response starts; the stream lives as long as its connection.
    const left = new AbortController();
    ctx.reply.raw.once('close', () => left.abort());
    return { stream: watch.open(ctx.viewer.userId, left.signal) };
  });
}

function fileRoutes(app: PortalApp, deps: PortalDeps): void {
  const { db } = deps;

  implement(app, api.exportKeys, () => {
    const { current, previous } = deps.tokens.keys;
    const keys = previous === null ? [current] : [current, previous];
    return { keys: keys.map(({ kid, publicKey }) => ({ kid, x: toPublicJwk(publicKey).x })) };
  });

  implement(app, api.openExportDownload, ({ params }, ctx) =>
    db.transaction().execute(async (tx) => {
      const keyHash = requireKeyHash(ctx.request);
      const expires = new Date(Date.parse(ctx.now()) + DOWNLOAD_PERMISSION_MS).toISOString();
      if (!(await queries.allowDownload(tx, params.export, ctx.viewer.userId, keyHash, expires)))
        throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { export: params.export } });
      setKeyCookie(ctx.request, ctx.reply);
      return { expires };
    }),
  );

  implement(app, api.downloadExport, async ({ params }, ctx) => {
    const keyHash = hashCookieKey(ctx.request.headers.cookie);
    const row = keyHash === null ? undefined : await queries.consumeDownload(db, params.export, keyHash, ctx.now());
    const file = row === undefined ? null : await deps.exports.store.openFile(row.guid);
    if (row === undefined || file === null) throw new AppError('not_found');
    await ctx.audit({
      actor: { kind: 'user', id: row.uuid, name: row.username, group: null, level: null, session: null },
      count: row.transits,
      bytes: file.size,
      detail: { export: row.guid },
    });
    return { chunks: file.chunks, size: file.size, from: 0, type: 'application/zip', fileName: row.file_name };
  });

  implement(app, api.downloadDirectExport, async ({ params }, ctx) => {
    const keyHash = requireKeyHash(ctx.request);
    const { job } = requireExport(await queries.findExport(db, params.export, ctx.viewer.userId));
    if (job.direct_file === null || !job.key_hash.equals(keyHash)) throw new AppError('not_found');
    await ctx.audit({ count: 1, detail: { export: job.guid, direct: true } });
    // Stored as received; checked against the schema again before it is sent.
    return api.downloadDirectExport.response.parse(JSON.parse(job.direct_file));
  });
}

function requireExport(row: queries.ExportWithParts | undefined): queries.ExportWithParts {
  if (row === undefined) throw new AppError('not_found');
  return row;
}
