import { randomBytes, randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/plant-exports.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ExportsDeps } from './exports.deps.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import { describeOrder } from './export-request.ts';
import { openExportFile } from './export-file.ts';
import {
  cancelExportJob,
  deleteExportJob,
  findExportJob,
  readJobsOfUser,
  type ExportJob,
} from './export-jobs.repository.ts';
import { toPlantExportView } from './exports.view.ts';
import { createExportJob } from './open-export.ts';
import { SegmentStore } from './segment-store.ts';

/** Exports that a plant makes and stores for its own users (T 7.1, v2). */
export function plantExportRoutes(app: PlantApp, deps: ExportsDeps): void {
  const toView = (job: ExportJob): api.PlantExport => toPlantExportView(deps.key, job, deps.now().getTime());

  implement(app, api.createPlantExport, async ({ body }, ctx) => {
    const { filters, encryption_key: chosenPassword, ...contents } = body;
    const password = chosenPassword ?? randomBytes(24).toString('base64url');
    // A single-plant export has half the quota of one over several plants (decisions).
    const requested = {
      ...contents,
      filter: filters,
      id: randomUUID(),
      kind: 'plant',
      notes: '',
      mono: true,
      password,
    } as const;
    const { job, permit } = await createExportJob(deps, requested, ctx);
    await ctx.audit({ detail: { export: job.id, ...describeOrder(filters, permit) } });
    return { ...toView(job), encryption_key: chosenPassword === undefined ? password : null };
  });

  implement(app, api.listPlantExports, async (_input, ctx) => ({
    objects: (await readJobsOfUser(deps.store.runner, ctx.viewer.user.uuid)).map(toView),
  }));

  implement(app, api.getPlantExport, async ({ params }, ctx) => toView(await requireOwnExport(deps, params.id, ctx)));

  implement(app, api.deletePlantExport, async ({ params }, ctx) => {
    const job = await requireOwnExport(deps, params.id, ctx);
    await ctx.audit({ detail: { export: job.id } });
    await cancelExportJob(deps.store.runner, job.id, ctx.now());
    await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
    await deleteExportJob(deps.store.runner, job.id);
  });

  implement(app, api.plantExportTicket, async ({ params }, ctx) => {
    const job = await requireOwnExport(deps, params.id, ctx);
    if (job.state !== 'ready') throw new AppError('conflict', { sub: 'export_not_ready' });
    await ctx.audit({ detail: { export: job.id } });
    const { user, session } = ctx.viewer;
    return { ticket: deps.signDownload({ resource: job.id, variant: 'full', user: user.uuid, session }) };
  });

  implement(app, api.getPlantExportZip, async ({ params }, ctx) => {
    const { viewer } = ctx;
    if (viewer.claims.resource !== params.id) throw new AppError('no_perms');
    const job = await requireOwnExport(deps, params.id, ctx);
    buildTransitScope(viewer);
    const found = await openExportFile(deps, job, undefined);
    await ctx.audit({ count: job.done, bytes: found.size, detail: { export: job.id } });
    return found;
  });
}

/** The user's own export; others are not found. */
async function requireOwnExport(
  { store }: ExportsDeps,
  id: string,
  { viewer }: CallContext<Pick<PlantViewer, 'user' | 'actor' | 'session'>>,
): Promise<ExportJob> {
  const job = await findExportJob(store.runner, id);
  if (job === null || job.kind !== 'plant' || job.user_uuid !== viewer.user.uuid) throw new AppError('not_found');
  return job;
}
