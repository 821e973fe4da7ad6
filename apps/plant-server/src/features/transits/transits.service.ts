import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Limitation } from '@varco/contract/plant/transits.ts';
import { type GateRow, readGatePositions, readGates } from '../gates/gates.public.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { attachStats } from './plate-stats.repository.ts';
import { countTransits } from './search/count-transits.repository.ts';
import { fetchTransits, type TransitRow } from './fetch-transits.repository.ts';
import { MAX_JUMP_OFFSET, planPage } from './search/plan-page.ts';
import { runPagePlan } from './search/run-page-plan.ts';
import type { Search } from './search/candidate-query.sql.ts';
import { narrowByRecurrence } from './search/narrow-by-recurrence.ts';
import type { TransitKey } from './transit-row.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { transitConditions, collectFilterWords } from './search/transit-conditions.sql.ts';
import type { Unread, Visibility } from '../../policy/visible-transits.sql.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import { resolvePlateFilters, type ResolvedPlates } from './resolve-plate-filters.ts';
import type { PageStart } from './page-start.ts';
import type { TransitQuery } from './transit-query.ts';
import type { ViewContext } from './transits.view.ts';

export interface FoundPage {
  readonly rows: readonly TransitRow[];
  readonly hasNext: boolean;
  readonly view: ViewContext;
}

/** Dependencies of a search besides the query. */
export interface SearchDeps {
  readonly store: PlantStore;
  readonly ministry: Pick<MinistryGateway, 'vehiclesOfOwner'>;
  /** The plant's municipality, for the filter "registered here". */
  readonly municipality: string;
}

export interface PreparedSearch {
  readonly search: Search;
  readonly statsOver: Visibility;
  /** Plate query that is compared with each row, to tell why it matches. */
  readonly plateQuery: PlateQuery | null;
}

const NO_PLATE_FILTER: ResolvedPlates = { matches: { kind: 'all' }, plateQuery: null };

const isEmptyWindow = ({ window }: TransitQuery): boolean => window.fromMs >= window.toMs;

/** Passages without a plate that match: those that are searched, and those whose plate a person stated. */
function findUnread({ unread, distinct, recurrence }: TransitQuery, { matches }: ResolvedPlates): Unread | undefined {
  if (unread !== undefined || distinct || recurrence !== null) return unread;
  const isStated =
    matches.kind === 'plates' ? matches.plates.includes('') : matches.indexed?.corrected.plates?.has('') === true;
  return isStated ? 'with' : undefined;
}

/** A search in executable form. Throws `unavailable` when the ministry is needed but cannot be reached. */
export async function prepareSearch(
  deps: SearchDeps,
  scope: TransitScope,
  query: TransitQuery,
  signal: AbortSignal,
  excludedIds: readonly string[] = [],
): Promise<PreparedSearch> {
  const { store, municipality } = deps;
  const { fromMs, toMs } = query.window;
  const plates = isEmptyWindow(query) ? NO_PLATE_FILTER : await resolvePlateFilters(deps, query.plates, signal);
  const visible = { gates: query.gates, fromMs, toMs, unread: findUnread(query, plates) };
  const statsOver = { gates: scope.gates, fromMs, toMs };
  await store.codes.loadWords(collectFilterWords(query.filter));
  const search: Search = {
    visible,
    plates: plates.matches,
    conditions: transitConditions(query.filter, store.codes, municipality),
    excludedIds: excludedIds,
    distinct: query.distinct,
    recurrence: query.recurrence === null ? null : { ...query.recurrence, measure: 'transits', over: statsOver },
  };
  return { statsOver, plateQuery: plates.plateQuery, search: await narrowByRecurrence(search, signal) };
}

/** Reloads the dictionary when the rows contain words added by another process. */
async function loadNewWords(store: PlantStore, rows: readonly TransitRow[]): Promise<void> {
  const { codes } = store;
  const isKnown = (row: TransitRow): boolean =>
    codes.has('brand', row.brand) &&
    codes.has('model', row.model) &&
    codes.has('colour', row.colour) &&
    codes.has('class', row.vclass) &&
    codes.has('nation', row.nation) &&
    codes.has('province', row.province) &&
    codes.has('comune', row.comune) &&
    codes.has('sives', row.sives);
  if (!rows.every(isKnown)) await codes.load();
}

export async function readGatesById(store: PlantStore): Promise<ReadonlyMap<number, GateRow>> {
  return new Map((await readGates(store.runner)).map((gate) => [gate.id, gate]));
}

interface DisplayOptions {
  readonly over: Visibility;
  readonly withCounts: boolean;
  readonly question: PlateQuery | null;
}

/** Data for displaying rows of these plates, except for dictionary words. */
async function readDisplayData(
  store: PlantStore,
  scope: TransitScope,
  plateRows: readonly Pick<TransitRow, 'plate'>[],
  { over: statsRange, withCounts, question: plateQuery }: DisplayOptions,
  signal: AbortSignal,
): Promise<ViewContext> {
  const plates =
    withCounts && scope.seesPlates ? plateRows.map((row) => row.plate).filter((plate) => plate !== '') : [];
  const [stats, gates] = await Promise.all([
    attachStats(store.runner, statsRange, scope.isUnlimited, plates, signal),
    readGatePositions(store.runner),
  ]);
  return { scope, codes: store.codes, gates, stats, plates: plateQuery };
}

/** Data for displaying rows: words, gates, and recurrence over `over`. */
export async function buildViewContext(
  store: PlantStore,
  scope: TransitScope,
  rows: readonly TransitRow[],
  display: DisplayOptions,
  signal: AbortSignal,
): Promise<ViewContext> {
  await loadNewWords(store, rows);
  return readDisplayData(store, scope, rows, display, signal);
}

/**
 * Complete rows in the order of the keys, with the data for displaying them. Keys that are not visible are left out.
 */
export async function readDisplayRows(
  store: PlantStore,
  scope: TransitScope,
  visible: Visibility,
  keys: readonly TransitKey[],
  display: DisplayOptions,
  signal: AbortSignal,
): Promise<Pick<FoundPage, 'rows' | 'view'>> {
  const [rows, view] = await Promise.all([
    fetchTransits(store.runner, visible, keys, signal),
    readDisplayData(store, scope, keys, display, signal),
  ]);
  await loadNewWords(store, rows);
  return { rows, view };
}

/**
 * One page of a search in exact order, with the data for displaying it. Throws `bad_request` when the offset is too
 * large.
 */
export async function findTransits(
  deps: SearchDeps,
  scope: TransitScope,
  query: TransitQuery,
  start: PageStart,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { store } = deps;
  const { order, offset, limit, beside: cursor } = query;
  // Beyond this offset only a search by time and gates is allowed, because the hourly roll-up can skip to its page. Excluded
  // ids would be a further filter and the page would be refused. So late reads may shift such deep pages by a few rows.
  const excludedIds = offset > MAX_JUMP_OFFSET ? [] : start.excludedIds;
  const { page, remembered } = await start.find(async (runner) => {
    const prepared = await prepareSearch({ ...deps, store: { ...store, runner } }, scope, query, signal, excludedIds);
    const { search, statsOver } = prepared;
    const request = { search, order, offset, limit, beside: cursor, statsOver, isUnlimited: scope.isUnlimited };
    const plan = planPage(request);
    if (plan.kind === 'too-far') throw new AppError('bad_request', { sub: 'invalid_field', field: 'offs' });
    return { prepared, ...(await runPagePlan(runner, plan, request, signal)) };
  });
  const { prepared, keys, hasNext } = page;
  const { search, statsOver, plateQuery } = prepared;
  const display = { over: statsOver, withCounts: query.withCounts, question: plateQuery };
  const [found] = await Promise.all([readDisplayRows(store, scope, search.visible, keys, display, signal), remembered]);
  return { ...found, hasNext };
}

/** Exact number of transits of a search. */
export async function countSearchTransits(
  deps: SearchDeps,
  scope: TransitScope,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<number> {
  if (isEmptyWindow(query)) return 0;
  const { search } = await prepareSearch(deps, scope, query, signal);
  return countTransits(deps.store.runner, search, signal);
}

/** Reasons why this user's result may be incomplete. */
export const listLimitations = (scope: TransitScope, query: TransitQuery): Limitation[] => [
  ...query.window.limitations,
  ...(scope.gates === null ? [] : (['gates'] as const)),
];
