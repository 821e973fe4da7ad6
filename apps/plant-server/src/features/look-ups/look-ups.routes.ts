import * as api from '@varco/contract/plant/look-ups.ts';
import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import { canActOnPlant } from '@varco/domain/permissions.ts';
import { isoOf, msOf, romeDayOf, romeDayStart } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { LookUpsDeps } from './look-ups.deps.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type { Wish } from './look-up-desk.ts';
import { csvOf } from './look-up-csv.ts';
import { historyFilter, historyPage, isLookUpAdmin, scanHistory } from './look-up-history.ts';
import { monthCosts } from './look-up-history.queries.ts';
import { countPaid, lookUpById, type LookUpRow } from './look-up.queries.ts';
import { toLookUpAnswer } from './look-ups.view.ts';

type Context = CallContext<PlantViewer>;

/** How long a response about insurance and inspection is reused (decisions). */
const CACHE_MS = 24 * 3_600_000;

/** Look-ups at the ministry and their history (T 7.4). */
export function lookUpRoutes(app: PlantApp, deps: LookUpsDeps): void {
  const { runner } = deps.store;
  const needs = { runner, key: deps.key };
  const page = async (asked: api.LookUpFilter, ctx: Context) => {
    checkReason(ctx.reason, await readSettings(runner));
    const found = await historyPage(needs, ctx.viewer.user, asked, ctx.signal);
    await ctx.audit({ count: found.objects.length, detail: detailOf(asked) });
    return found;
  };
  implement(app, api.listLookUps, ({ query }, ctx) => page(query, ctx));
  implement(app, api.searchLookUps, ({ body }, ctx) => page(body, ctx));
  implement(app, api.runLookUp, ({ body }, ctx) => run(deps, body, ctx));
  implement(app, api.getLookUp, async ({ params }, ctx) => {
    checkReason(ctx.reason, await readSettings(runner));
    let row = await visible(deps, params.id, ctx);
    await deps.lookUps.settle(row);
    row = await visible(deps, params.id, ctx);
    const response = toLookUpAnswer(deps.key, row);
    await ctx.audit({ count: response.info === null ? 0 : 1, detail: { id: row.id, key: response.campo_ricerca } });
    return response;
  });
  implement(app, api.lookUpCosts, async ({ body }, ctx) => {
    checkReason(ctx.reason, await readSettings(runner));
    const filter = historyFilter(deps.key, ctx.viewer.user, body);
    const months = await monthCosts(runner, filter, ctx.signal);
    await ctx.audit({ count: months.length, detail: detailOf(body) });
    return {
      mesi: months.map(({ month, n, paid, cached, cents }) => ({
        mese: month,
        visure: n,
        pagate: paid,
        da_cache: cached,
        centesimi: cents,
      })),
    };
  });
  implement(app, api.exportLookUps, async ({ body }, ctx) => {
    checkReason(ctx.reason, await readSettings(runner));
    const filter = historyFilter(deps.key, ctx.viewer.user, body);
    const rows: LookUpRow[] = [];
    for await (const row of scanHistory(needs, filter, body.campo_ricerca__like, true, ctx.signal)) {
      rows.push(row);
      if (rows.length > api.MAX_EXPORTED_LOOK_UPS) break;
    }
    const isCut = rows.length > api.MAX_EXPORTED_LOOK_UPS;
    const exported = rows.slice(0, api.MAX_EXPORTED_LOOK_UPS);
    const data = Buffer.from(csvOf(deps.key, exported), 'utf8');
    await ctx.audit({ count: exported.length, bytes: data.length, detail: detailOf(body) });
    const fileName = `visure-${romeDayOf(msOf(ctx.now()))}.csv`;
    return { data: data.toString('base64'), fileName, mimeType: 'text/csv' as const, count: exported.length, isCut };
  });
}

const detailOf = (asked: object): Record<string, unknown> => ({ ...asked });

/** Reads a look-up that the user may open; others are not found. */
async function visible({ store }: LookUpsDeps, id: string, ctx: Context): Promise<LookUpRow> {
  const row = await lookUpById(store.runner, id);
  const { user } = ctx.viewer;
  if (row === null || (row.user_id !== user.id && !isLookUpAdmin(user))) throw new AppError('not_found');
  return row;
}

async function run(deps: LookUpsDeps, body: api.RunLookUp, ctx: Context): Promise<api.LookUpAnswer> {
  const newLookUp = await wishOf(deps, body, ctx);
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
async function wishOf(deps: LookUpsDeps, body: api.RunLookUp, ctx: Context): Promise<Wish> {
  const { runner } = deps.store;
  const settings = await readSettings(runner);
  checkReason(ctx.reason, settings);
  const { user } = ctx.viewer;
  const isPaid = isPaidRequest(body.tipo_richiesta);
  const asksMinistry = body.search_sources.includes('ministero');
  const options = settings.license_options;
  const isExpired = settings.license_expires_on !== null && settings.license_expires_on < romeDayOf(msOf(ctx.now()));
  if (isPaid && asksMinistry) {
    if (!user.visure_pagamento || canActOnPlant({ level: user.level, group: user.group_name }) !== null)
      throw new AppError('no_perms', { sub: 'paid_query_perms_require' });
    if (options?.visure !== true || isExpired)
      throw new AppError('missing_license_option', { sub: 'visure_license_missing' });
    if (!body.pagamento) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/pagamento' });
    await spend(deps, ctx, body.visura_id);
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
    cachedSince: cachedSince(body, isPaid, asksMinistry, msOf(ctx.now())),
    isCacheOnly: !asksMinistry,
  };
}

/** A paid look-up is never served from the store, unless only the store is searched: the user agreed to a new one. */
function cachedSince(
  body: api.RunLookUp,
  isPaid: boolean,
  asksMinistry: boolean,
  nowMs: number,
): string | null | undefined {
  if (!body.search_sources.includes('cache')) return undefined;
  if (!asksMinistry) return null;
  return isPaid ? undefined : isoOf(nowMs - CACHE_MS);
}

/**
 * Counts a paid look-up against the quotas: ten per minute and user, and a daily limit for the plant. A repetition with the
 * same id is not counted.
 */
async function spend({ store, rates, lookUpRules }: LookUpsDeps, ctx: Context, id: string | undefined): Promise<void> {
  if (id !== undefined && (await lookUpById(store.runner, id)) !== null) return;
  await rates.spend(RATES.paidLookUps, ctx.viewer.user.uuid);
  const today = isoOf(romeDayStart(romeDayOf(msOf(ctx.now()))));
  if ((await countPaid(store.runner, today)) >= lookUpRules.paidPerDay)
    throw new AppError('rate_limit_exceeded', { sub: 'paid_daily', retryAfterS: 3_600 });
}
