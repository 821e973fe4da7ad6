import * as api from '@varco/contract/plant/look-ups.ts';
import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { toIsoInstant, parseInstantMs, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { LookUpsDeps } from './look-ups.deps.ts';
import { applyLimits } from '../../settings/plant-limits.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type { NewLookUp } from './look-up-service.ts';
import { formatLookUpsCsv } from './look-up-csv.ts';
import { buildHistoryFilter, readHistoryPage, isLookUpAdmin, scanLookUpHistory } from './look-up-history.ts';
import { readLatestCharges, readMonthlyCosts } from './look-up-history.repository.ts';
import { countPaidLookUps, findLookUp, type LookUpRow } from './look-up.repository.ts';
import { toLookUpAnswer } from './look-ups.view.ts';

type PlantContext = CallContext<PlantViewer>;

/** How long a response about insurance and inspection is reused (decisions). */
const MAX_STORED_ANSWER_AGE_MS = 24 * 3_600_000;

/** Look-ups at the ministry and their history (T 7.4). */
export function lookUpRoutes(app: PlantApp, deps: LookUpsDeps): void {
  const { runner } = deps.store;
  const needs = { runner, key: deps.key };
  const page = async (requested: api.LookUpFilter, ctx: PlantContext) => {
    checkReason(ctx.reason, await readPlantSettings(runner));
    const found = await readHistoryPage(needs, ctx.viewer.user, requested, ctx.signal);
    await ctx.audit({ count: found.objects.length, detail: toAuditDetailObject(requested) });
    return found;
  };
  implement(app, api.listLookUps, ({ query }, ctx) => page(query, ctx));
  implement(app, api.searchLookUps, ({ body }, ctx) => page(body, ctx));
  implement(app, api.runLookUp, ({ body }, ctx) => runLookUp(deps, body, ctx));
  implement(app, api.getLookUp, async ({ params }, ctx) => {
    checkReason(ctx.reason, await readPlantSettings(runner));
    let row = await requireVisibleLookUp(deps, params.id, ctx);
    await deps.lookUps.finishIfOpen(row);
    row = await requireVisibleLookUp(deps, params.id, ctx);
    const response = toLookUpAnswer(deps.key, row);
    await ctx.audit({ count: response.info === null ? 0 : 1, detail: { id: row.id, key: response.campo_ricerca } });
    return response;
  });
  implement(app, api.lookUpCosts, async ({ body }, ctx) => {
    const settings = await readPlantSettings(runner);
    checkReason(ctx.reason, settings);
    const filter = buildHistoryFilter(deps.key, ctx.viewer.user, body);
    const charges = await readLatestCharges(runner, ctx.signal);
    const months = await readMonthlyCosts(runner, filter, ctx.signal);
    await ctx.audit({ count: months.length, detail: toAuditDetailObject(body) });
    return {
      mesi: months.map(({ month, n, paid, cached, cents }) => ({
        mese: month,
        visure: n,
        pagate: paid,
        da_cache: cached,
        centesimi: cents,
      })),
      ultimi_addebiti: charges.map(({ request, cents, finished_at: at }) => ({
        tipo_richiesta: request,
        centesimi: cents,
        data: at,
      })),
      paga: [settings.municipality, settings.label].filter((name) => name !== '').join(', '),
    };
  });
  implement(app, api.exportLookUps, async ({ body }, ctx) => {
    checkReason(ctx.reason, await readPlantSettings(runner));
    const filter = buildHistoryFilter(deps.key, ctx.viewer.user, body);
    const rows: LookUpRow[] = [];
    for await (const row of scanLookUpHistory(needs, filter, body.campo_ricerca__like, true, ctx.signal)) {
      rows.push(row);
      if (rows.length > api.MAX_EXPORTED_LOOK_UPS) break;
    }
    const isCut = rows.length > api.MAX_EXPORTED_LOOK_UPS;
    const exported = rows.slice(0, api.MAX_EXPORTED_LOOK_UPS);
    const data = Buffer.from(formatLookUpsCsv(deps.key, exported), 'utf8');
    await ctx.audit({ count: exported.length, bytes: data.length, detail: toAuditDetailObject(body) });
    const fileName = `visure-${toRomeDay(parseInstantMs(ctx.now()))}.csv`;
    return { data: data.toString('base64'), fileName, mimeType: 'text/csv' as const, count: exported.length, isCut };
  });
}

const toAuditDetailObject = (requested: object): Record<string, unknown> => ({ ...requested });

/** Reads a look-up that the user may open; others are not found. */
async function requireVisibleLookUp({ store }: LookUpsDeps, id: string, ctx: PlantContext): Promise<LookUpRow> {
  const row = await findLookUp(store.runner, id);
  const { user } = ctx.viewer;
  if (row === null || (row.user_id !== user.id && !isLookUpAdmin(user))) throw new AppError('not_found');
  return row;
}

async function runLookUp(
  deps: LookUpsDeps,
  body: api.RunLookUpRequest,
  ctx: PlantContext,
): Promise<api.RunLookUpResponse> {
  const newLookUp = await buildNewLookUp(deps, body, ctx);
  const detail = {
    key: body.campo_ricerca,
    tipo_richiesta: body.tipo_richiesta,
    tipo_ricerca: body.tipo_ricerca,
    tipo_veicolo: body.tipo_veicolo ?? null,
    sources: body.search_sources,
  };
  let row: LookUpRow;
  try {
    row = await deps.lookUps.run(newLookUp, ctx.signal);
  } catch (error) {
    // The audit entry names the key whether or not a response arrived.
    if (error instanceof AppError && !ctx.signal.aborted)
      await ctx.audit({ outcome: 'error', count: 0, detail: { ...detail, problem: error.sub ?? error.code } });
    throw error;
  }
  const response = toLookUpAnswer(deps.key, row);
  await ctx.audit({
    count: response.info === null ? 0 : 1,
    detail: {
      ...detail,
      id: row.id,
      cached: response.da_cache,
      cents: response.costo_centesimi,
      receipt: response.ricevuta,
    },
  });
  return response;
}

/** Builds the look-up after checking rights, licence and quotas. */
async function buildNewLookUp(deps: LookUpsDeps, body: api.RunLookUpRequest, ctx: PlantContext): Promise<NewLookUp> {
  const { runner } = deps.store;
  const settings = await readPlantSettings(runner);
  checkReason(ctx.reason, settings);
  const { user } = ctx.viewer;
  const isPaid = isPaidRequest(body.tipo_richiesta);
  const asksMinistry = body.search_sources.includes('ministero');
  const options = settings.license_options;
  const isExpired =
    settings.license_expires_on !== null && settings.license_expires_on < toRomeDay(parseInstantMs(ctx.now()));
  if (isPaid && asksMinistry) {
    if (!user.visure_pagamento || canActOnPlant({ level: user.level, group: user.group_name }) !== null)
      throw new AppError('no_perms', { sub: 'paid_query_perms_require' });
    if (options?.visure !== true || isExpired)
      throw new AppError('missing_license_option', { sub: 'visure_license_missing' });
    if (!body.pagamento) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/pagamento' });
    await spendPaidQuota(deps, ctx, body.visura_id);
  }
  if (!isPaid && (options?.rca_rev !== true || isExpired))
    throw new AppError('missing_license_option', { sub: 'rca_rev_license_missing' });
  return {
    id: body.visura_id,
    user: { id: user.id, uuid: user.uuid, username: user.username },
    reason: ctx.reason === null ? null : { ...ctx.reason, case: ctx.reason.case ?? null },
    request: body.tipo_richiesta,
    keyKind: body.tipo_ricerca,
    key: body.campo_ricerca,
    vehicleKind: body.tipo_veicolo ?? null,
    isPaid,
    cachedSince: computeCachedSince(body, isPaid, asksMinistry, parseInstantMs(ctx.now())),
    isCacheOnly: !asksMinistry,
  };
}

/** A paid look-up is never served from the store, unless only the store is searched: the user agreed to a new one. */
function computeCachedSince(
  body: api.RunLookUpRequest,
  isPaid: boolean,
  asksMinistry: boolean,
  nowMs: number,
): string | null | undefined {
  if (!body.search_sources.includes('cache')) return undefined;
  if (!asksMinistry) return null;
  return isPaid ? undefined : toIsoInstant(nowMs - MAX_STORED_ANSWER_AGE_MS);
}

/**
 * Counts a paid look-up against the quotas: ten per minute and user, and a daily limit for the plant. A repetition with the
 * same id is not counted.
 */
async function spendPaidQuota(
  { store, rates, limits }: LookUpsDeps,
  ctx: PlantContext,
  id: string | undefined,
): Promise<void> {
  if (id !== undefined && (await findLookUp(store.runner, id)) !== null) return;
  await rates.spend(RATES.paidLookUps, ctx.viewer.user.uuid);
  const today = toIsoInstant(romeDayStart(toRomeDay(parseInstantMs(ctx.now()))));
  const { paid_lookups_per_day: perDay } = applyLimits(await readPlantSettings(store.runner), limits.defaults);
  if ((await countPaidLookUps(store.runner, today)) >= perDay)
    throw new AppError('rate_limit_exceeded', { sub: 'paid_daily', retryAfterS: 3_600 });
}
