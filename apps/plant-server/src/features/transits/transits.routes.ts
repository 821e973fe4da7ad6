import { getTransit, type TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import type { PictureTickets, Transit } from '@varco/contract/plant/transit.ts';
import { transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import * as api from '@varco/contract/plant/transits.ts';
import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import type { TransitPage, TransitSearch } from '@varco/contract/plant/transits.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { TransitsDeps } from './transits.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import { openNamedTransits, openSearchPermit, type SearchPermit } from '../approvals/approvals.public.ts';
import { countTransitsOverTime, toHistogram } from './histogram/histogram.service.ts';
import { readNewestInstant } from './search/count-transits.repository.ts';
import { isSearchBegun } from './search/search-start.repository.ts';
import type { TransitRow } from './fetch-transits.repository.ts';
import { FLAG } from './transit-row.ts';
import { toMeasuredMisreads } from './measured-misreads.view.ts';
import { openTransitQuery } from './open-transit-query.ts';
import { computeSearchKey, startPage } from './page-start.ts';
import { toPagination } from './page.view.ts';
import { readTransitDetail } from './transit-detail.ts';
import { readTransitNotes, toNoteReader, toTransitNote } from './transit-notes.repository.ts';
import { describeRange, type TransitQuery } from './transit-query.ts';
import { countSearchTransits, findTransits, listLimitations, type SearchDeps } from './transits.service.ts';
import { toTransit } from './transits.view.ts';

type Context = CallContext<PlantViewer>;
type TicketSize = 't100' | 't400';

/** Search, count and detail of transits (T 7.1). Each writes one entry to the consultation log before data is sent. */
export function transitRoutes(app: PlantApp, deps: TransitsDeps): void {
  implement(app, api.listTransits, ({ query }, ctx) => searchTransits(deps, query, [], ctx));
  implement(app, api.searchTransits, ({ body: { tickets, ...filter } }, ctx) =>
    searchTransits(deps, filter, tickets ?? [], ctx),
  );
  implement(app, api.listAdrTransits, ({ query }, ctx) => searchTransits(deps, addPanelFilter(query), [], ctx));
  implement(app, api.searchAdrTransits, ({ body: { tickets, ...filter } }, ctx) =>
    searchTransits(deps, addPanelFilter(filter), tickets ?? [], ctx),
  );
  implement(app, api.countTransits, ({ query }, ctx) => countSearch(deps, query, ctx));
  implement(app, api.countTransitsByBody, ({ body }, ctx) => countSearch(deps, body, ctx));
  implement(app, transitHistogram, ({ body }, ctx) => countSearchOverTime(deps, body, ctx));
  implement(app, getTransit, ({ params }, ctx) => readOneTransit(deps, params.id, ctx));
}

/** The call for hazardous goods adds the panel filter, whatever the request contains. */
const addPanelFilter = (filter: TransitSearch): TransitSearch => ({ ...filter, f_adr_only: true });

/**
 * First steps of every consultation: check the reason, determine what the user may see, by an approval where one is named,
 * validate the request.
 */
async function openConsultation(
  { store, ministry, confusions }: TransitsDeps,
  search: TransitSearch,
  ctx: Context,
): Promise<{ readonly permit: SearchPermit; readonly query: TransitQuery; readonly needs: SearchDeps }> {
  const settings = await readPlantSettings(store.runner);
  checkReason(ctx.reason, settings);
  const permit = await openSearchPermit(store.runner, ctx.viewer, search, ctx.now());
  const { filter, scope } = permit;
  const query = await openTransitQuery(confusions, filter, scope, settings.retention_days, ctx.now());
  if (query.plates.ownerCode !== null) refuseOwnerFilter(ctx.viewer);
  return { permit, query, needs: { store, ministry, municipality: settings.municipality } };
}

/**
 * Querying the ministry for the vehicles of an owner is a look-up, which needs level 5 to 8 (T 6). Throws
 * `no_perms/level`.
 */
function refuseOwnerFilter({ user }: PlantViewer): void {
  if (canActOnPlant({ level: user.level, group: user.group_name }) !== null)
    throw new AppError('no_perms', { sub: 'level' });
}

async function searchTransits(
  deps: TransitsDeps,
  search: TransitSearch,
  sizes: readonly TicketSize[],
  ctx: Context,
): Promise<TransitPage> {
  const started = performance.now();
  const { permit, query, needs: searchDeps } = await openConsultation(deps, search, ctx);
  const { scope, filter } = permit;
  const start = await startPage(deps, ctx.viewer.user.uuid, filter, query, ctx.signal);
  const [found, newest] = await Promise.all([
    permit.show(query.limit, () => findTransits(searchDeps, scope, query, start, ctx.signal)),
    readNewestInstant(deps.store.runner, ctx.signal),
  ]);
  const objects = found.rows.map((row): Transit => toTransit(row, found.view, signTickets(deps, row, sizes, ctx)));
  const limitations = listLimitations(scope, query);
  await ctx.audit({
    // Further pages of a search get a log entry of their own, but do not count as another search.
    ...(query.offset > 0 || query.beside !== null ? { action: 'transits.page' } : {}),
    outcome: limitations.length === 0 ? 'ok' : 'partial',
    count: objects.length,
    detail: { ...describeSearch(permit, query), ids: objects.map((object) => object.id) },
  });
  return {
    objects,
    pagination: toPagination(query, objects.length, found.hasNext),
    limitations,
    newest_read: newest,
    took_ms: Math.round(performance.now() - started),
    ...(query.widening === undefined ? {} : { scambi_misurati: toMeasuredMisreads(query.widening) }),
  };
}

/** What the log records of a search. */
const describeSearch = (
  { filter, approval }: SearchPermit,
  query: TransitQuery,
): Readonly<Record<string, unknown>> => ({
  filter,
  ...describeRange(query),
  ...(approval === null ? {} : { approval }),
});

/** Picture tickets of the requested sizes, for a row that has a picture. */
function signTickets(
  deps: TransitsDeps,
  row: Pick<TransitRow, 'id' | 'flags'>,
  sizes: readonly TicketSize[],
  { viewer }: Context,
): PictureTickets | undefined {
  if (sizes.length === 0 || (row.flags & FLAG.full) === 0) return undefined;
  const ticket = (variant: TicketSize): string =>
    deps.signPicture({ resource: row.id, variant, user: viewer.user.uuid, session: viewer.session });
  return Object.fromEntries(sizes.map((variant) => [variant, ticket(variant)]));
}

async function countSearch(
  deps: TransitsDeps,
  search: TransitSearch,
  ctx: Context,
): Promise<{ count: number; limitations: api.Limitation[] }> {
  const { permit, query, needs: searchDeps } = await openConsultation(deps, search, ctx);
  const { scope } = permit;
  const number = await countSearchTransits(searchDeps, scope, query, ctx.signal);
  const limitations = listLimitations(scope, query);
  const outcome = limitations.length === 0 ? 'ok' : 'partial';
  await ctx.audit({ outcome, count: number, detail: describeSearch(permit, query) });
  return { count: number, limitations };
}

/**
 * A count that follows the search of the same filter is part of it in the log; alone it is a consultation like any count, since
 * it tells when a plate passed.
 */
async function countSearchOverTime(deps: TransitsDeps, search: TransitSearch, ctx: Context): Promise<TransitHistogram> {
  const started = performance.now();
  const { permit, query, needs: searchDeps } = await openConsultation(deps, search, ctx);
  const { scope, filter } = permit;
  if (query.plates.ownerCode !== null) throw new AppError('bad_request', { sub: 'invalid_field', field: 'f_codfisc' });
  const counted = await countTransitsOverTime(searchDeps, scope, query, {
    hasStart: filter.f_startTime !== undefined,
    nowMs: parseInstantMs(ctx.now()),
    signal: ctx.signal,
  });
  const limitations = listLimitations(scope, query);
  const isInSearch = await isSearchBegun(deps.store.runner, computeSearchKey(deps, ctx.viewer.user.uuid, filter));
  await ctx.audit({
    ...(isInSearch ? { action: 'transits.histogram' } : {}),
    outcome: limitations.length === 0 ? 'ok' : 'partial',
    count: counted.counts.reduce((sum: number, n) => sum + (n ?? 0), 0),
    detail: describeSearch(permit, query),
  });
  return { ...toHistogram(counted), limitations, took_ms: Math.round(performance.now() - started) };
}

async function readOneTransit({ store }: TransitsDeps, id: string, ctx: Context): Promise<TransitDetail> {
  const settings = await readPlantSettings(store.runner);
  checkReason(ctx.reason, settings);
  const scope = buildTransitScope(ctx.viewer);
  const named = await openNamedTransits(store.runner, ctx.viewer, [id], ctx.now());
  const detail = await readTransitDetail(
    store,
    { transit: named.scope, others: scope },
    id,
    settings.retention_days,
    parseInstantMs(ctx.now()),
    ctx.signal,
  );
  const notes = scope.seesPlates
    ? await readTransitNotes(store.runner, { plate: detail.targa, ts: detail.data, id })
    : null;
  await ctx.audit({ count: 1, detail: { id, plate: detail.targa } });
  if (notes === null) return detail;
  const reader = toNoteReader(ctx.viewer.user);
  return { ...detail, note: notes.map((note) => toTransitNote(note, reader)) };
}
