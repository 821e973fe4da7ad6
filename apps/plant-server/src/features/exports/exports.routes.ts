import * as api from '@varco/contract/plant/exports.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { signToken } from '@varco/server-kit/auth/token.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { enqueue } from '@varco/server-kit/jobs/enqueue.ts';
import type { DelegationViewer } from '../../auth/delegation-authenticator.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ExportsDeps } from './exports.deps.ts';
import { inTransaction, runnerSql } from '../../database/pg-runner.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { describeRange } from '../transits/transits.public.ts';
import { countExportedTransits, computeExportLimitations, isLicenseValid, estimateSize } from './estimate.ts';
import { describeOrder, hashExportRequest, sealExportPassword, toLoggedFilter } from './export-request.ts';
import { openExportFile } from './export-file.ts';
import { BUILD_EXPORT } from './build-job.ts';
import { startDelegatedJob, cancelExportJob, findExportJob, type ExportJob } from './export-jobs.repository.ts';
import { toApprovalsView, toExportPart } from './exports.view.ts';
import { openExport, createExportJob } from './open-export.ts';
import { SegmentStore } from './segment-store.ts';

/** Security rules, part 3. */
const DELEGATION_LIFETIME_S = 7_200;

/** Export estimates, delegations and parts (T 7.1); exports of a single plant are in `plant-exports.routes.ts`. */
export function exportRoutes(app: PlantApp, deps: ExportsDeps): void {
  implement(app, api.estimateExport, async ({ body }, ctx) => {
    const { settings, allowance, search } = await openExport(deps, body.filter, body, ctx);
    const needs = { store: deps.store, ministry: deps.ministry, municipality: settings.municipality };
    deps.exportStartHint.expect();
    const counted = await countExportedTransits(needs, search, ctx.signal);
    const { count, isExact } = counted;
    const limitations = [...computeExportLimitations(search, counted)];
    await ctx.audit({
      outcome: limitations.length === 0 ? 'ok' : 'partial',
      count,
      detail: { ...describeOrder(body.filter, search.permit), ...describeRange(search.query) },
    });
    const contents = {
      withImages: !body.without_images && !allowance.arePicturesWithheld,
      withContextImages: body.with_context_images && !allowance.arePicturesWithheld,
    };
    return {
      count,
      is_exact: isExact,
      max_exportable: allowance.maxTransits,
      used_per_mille: Math.round(allowance.used * 1_000),
      limit_reached: count > allowance.maxTransits,
      license_valid: isLicenseValid(settings, ctx.now()),
      ...estimateSize(count, contents),
      limitations,
      ...toApprovalsView(search.permit),
    };
  });

  implement(app, api.delegateExport, async ({ body }, ctx) => {
    const requested = { ...body, id: body.export_guid, kind: body.mode, label: '', password: null };
    const { job, permit } = await createExportJob(deps, requested, ctx);
    await ctx.audit({ detail: { export: job.id, mode: body.mode, ...describeOrder(body.filter, permit) } });
    const { user } = ctx.viewer;
    const now = deps.now();
    // The guid identifies the row with filter, contents and user; the token itself contains none of them.
    const token = { sub: user.uuid, sid: job.id, ver: user.ver, amr: [body.mode], lifeS: DELEGATION_LIFETIME_S, now };
    return {
      jwt: signToken(deps.exportTokens, token),
      expires_at: toIsoInstant(Math.floor(now.getTime() / 1_000) * 1_000 + DELEGATION_LIFETIME_S * 1_000),
    };
  });

  implement(app, api.plantKeys, async () => {
    const settings = await readPlantSettings(deps.store.runner);
    const keys = [deps.keys.current, deps.keys.previous].flatMap((key) =>
      key === null ? [] : [{ kid: key.kid, x: toPublicJwk(key.publicKey).x }],
    );
    return { plant_uuid: settings.uuid, label: settings.label, keys };
  });
  registerPartRoutes(app, deps);
}

function registerPartRoutes(app: PlantApp, deps: ExportsDeps): void {
  const toView = (job: ExportJob): api.ExportPart => toExportPart(job, deps.now().getTime());

  implement(app, api.pushExport, async ({ body }, ctx) => {
    const job = await requireDelegatedJob(deps, body.export_guid, ctx);
    if (hashExportRequest(body) !== job.ask_hash) throw new AppError('no_perms', { sub: 'delegation' });
    const destination = checkDestination(
      deps,
      job,
      body.destination,
      (await readPlantSettings(deps.store.runner)).portal_url,
    );
    const start = {
      passwordSealed: sealExportPassword(deps.key, job.id, body.encryption_key),
      destination,
      peerNumber: body.peer_number,
      at: ctx.now(),
    };
    const begun = await inTransaction(deps.pool, async (runner) => {
      const started = await startDelegatedJob(runner, job.id, start);
      if (started !== null) await enqueue(runnerSql(runner), BUILD_EXPORT, { export: job.id });
      return started;
    });
    const { consenso } = body.filter;
    await ctx.audit({
      detail: {
        export: job.id,
        filter: toLoggedFilter(body.filter),
        again: begun === null,
        ...(consenso === undefined ? {} : { approval: consenso }),
      },
    });
    return toView(begun ?? (await requireDelegatedJob(deps, job.id, ctx)));
  });

  implement(app, api.getExportPart, async ({ params }, ctx) =>
    toView(await requireDelegatedJob(deps, params.guid, ctx)),
  );

  implement(app, api.cancelExportPart, async ({ params }, ctx) => {
    const job = await requireDelegatedJob(deps, params.guid, ctx);
    const cancelled = await cancelExportJob(deps.store.runner, job.id, ctx.now());
    await ctx.audit({ detail: { export: job.id, was: job.state } });
    if (cancelled !== null) await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
    return toView(cancelled ?? job);
  });

  implement(app, api.fetchExportPart, async ({ params }, ctx) => {
    const job = await requireDelegatedJob(deps, params.guid, ctx);
    if (job.kind !== 'direct') throw new AppError('not_found');
    if (job.state !== 'ready') throw new AppError('conflict', { sub: 'export_not_ready' });
    const found = await openExportFile(deps, job, ctx.request.headers.range);
    await ctx.audit({ count: job.done, bytes: found.size - found.from, detail: { export: job.id, from: found.from } });
    return found;
  });
}

/** The job that a delegation was issued for; any other id is not found. */
async function requireDelegatedJob(
  deps: ExportsDeps,
  guid: string,
  { viewer }: CallContext<DelegationViewer>,
): Promise<ExportJob> {
  const job = guid.toLowerCase() === viewer.guid ? await findExportJob(deps.store.runner, guid) : null;
  if (job === null || job.user_uuid !== viewer.user.uuid) throw new AppError('not_found');
  return job;
}

/** Checks the origin to which a part is pushed: it must be one of the portals of this plant, never an arbitrary address. */
function checkDestination(deps: ExportsDeps, job: ExportJob, destination: string, portalUrl: string): string {
  const invalid = new AppError('bad_request', { sub: 'invalid_field', field: 'body/destination' });
  if (job.kind === 'direct') {
    if (destination !== '') throw invalid;
    return '';
  }
  if (!URL.canParse(destination)) throw invalid;
  const { origin, username, password } = new URL(destination);
  const known = [...deps.portalOrigins.list(), ...(URL.canParse(portalUrl) ? [new URL(portalUrl).origin] : [])];
  if (!known.includes(origin) || username !== '' || password !== '') throw invalid;
  return origin;
}
