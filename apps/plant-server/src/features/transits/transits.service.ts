import type { Limitation } from '@varco/contract/plant/transits.ts';
import type { GateRow } from '../../plant/gates.queries.ts';
import { readGates } from '../../plant/gates.queries.ts';
import type { TransitScope } from '../../plant/plant-viewer.ts';
import { attachStats } from '../../store/attach-stats.ts';
import { countTransits } from '../../store/count-transits.ts';
import type { Search } from '../../store/drivers.ts';
import { fetchTransits, type TransitRow } from '../../store/fetch-transits.ts';
import { findPage } from '../../store/find-page.ts';
import type { PlantStore } from '../../store/open-store.ts';
import { resolvePlates } from '../../store/plate-matches.ts';
import { transitConditions } from '../../store/transit-conditions.ts';
import type { Visibility } from '../../store/visible-transits.ts';
import type { TransitQuery } from './transit-query.ts';
import type { ViewContext } from './transits.view.ts';

export interface FoundPage {
  readonly rows: readonly TransitRow[];
  readonly hasNext: boolean;
  readonly view: ViewContext;
}

const emptyWindow = ({ window }: TransitQuery): boolean => window.fromMs >= window.toMs;

async function searchOf(store: PlantStore, query: TransitQuery, signal: AbortSignal): Promise<Search> {
  const { fromMs, toMs } = query.window;
  return {
    visible: { gates: query.gates, fromMs, toMs },
    plates: emptyWindow(query) ? { kind: 'all' } : await resolvePlates(store.runner, query.plates, signal),
    conditions: transitConditions(query.filter, store.codes),
  };
}

/** Words of the rows that another process learned are read anew. */
async function knowWords(store: PlantStore, rows: readonly TransitRow[]): Promise<void> {
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

export async function gatesById(store: PlantStore): Promise<ReadonlyMap<number, GateRow>> {
  return new Map((await readGates(store.runner)).map((gate) => [gate.id, gate]));
}

/** What a row needs to be shown: words, gates and recurrence over `over`. */
export async function viewOf(
  store: PlantStore,
  scope: TransitScope,
  rows: readonly TransitRow[],
  over: Visibility,
  options: { readonly withCounts: boolean; readonly plates: TransitQuery['plates'] | null },
  signal: AbortSignal,
): Promise<ViewContext> {
  await knowWords(store, rows);
  const plates = options.withCounts && scope.seesPlates ? rows.map((row) => row.plate) : [];
  const stats = await attachStats(store.runner, over, scope.isUnlimited, plates, signal);
  return { scope, codes: store.codes, gates: await gatesById(store), stats, plates: options.plates };
}

/** One page of a search in exact order, ready to be shown. */
export async function findTransits(
  store: PlantStore,
  scope: TransitScope,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const search = await searchOf(store, query, signal);
  const statsOver = { ...search.visible, gates: scope.gates };
  const request = {
    search,
    order: query.order,
    offset: query.offset,
    limit: query.limit + 1,
    statsOver,
    isUnlimited: scope.isUnlimited,
  };
  const keys = await findPage(store.runner, request, signal);
  const rows = await fetchTransits(store.runner, search.visible, keys.slice(0, query.limit), signal);
  const view = await viewOf(store, scope, rows, statsOver, query, signal);
  return { rows, hasNext: keys.length > query.limit, view };
}

/** Exact number of transits a search has. */
export async function countFound(store: PlantStore, query: TransitQuery, signal: AbortSignal): Promise<number> {
  return emptyWindow(query) ? 0 : countTransits(store.runner, await searchOf(store, query, signal), signal);
}

/** Why this person's answer may be less than the whole. */
export const limitationsOf = (scope: TransitScope, query: TransitQuery): Limitation[] => [
  ...query.window.limitations,
  ...(scope.gates === null ? [] : (['gates'] as const)),
];
