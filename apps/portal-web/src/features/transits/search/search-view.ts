import type { Transit } from '@varco/contract/plant/transit.ts';
import {
  type Completeness,
  computeCompleteness,
  type NotQueriedReason,
} from '@varco/domain/federation/completeness.ts';
import { type MergedPage, PAGE_SIZE, buildMergedPage } from '@varco/domain/federation/merge.ts';
import type { SearchState } from './search-state.ts';

/** A row of the result table: the transit and its plant. */
export interface ListRow {
  readonly key: string;
  readonly peerId: number;
  readonly transit: Transit;
  /** Number of the row in the whole list, from 1. */
  readonly number: number;
}

/** Everything the result area draws, derived from the search state. */
export interface SearchView {
  readonly rows: readonly ListRow[];
  readonly merged: MergedPage<Transit> | null;
  readonly completeness: Completeness | null;
  /**
   * Number of transits of the plants that responded, for the selected plant or all. Never shown as a grand total while
   * a plant is missing.
   */
  readonly total: number;
  /** False when a plant could not count: the total is then a lower bound. */
  readonly isTotalExact: boolean;
  readonly pageCount: number;
}

const EMPTY_VIEW: SearchView = {
  rows: [],
  merged: null,
  completeness: null,
  total: 0,
  isTotalExact: true,
  pageCount: 0,
};

/** Key of a row, unique across plants. */
export const buildRowKey = (peerId: number, transitId: string): string => `${peerId}-${transitId}`;

/**
 * @param notRequested plants excluded from this search, with the reason
 * @param now instant to which data ages refer
 */
export function buildSearchView(
  state: SearchState,
  notRequested: readonly { readonly plantId: string; readonly reason: NotQueriedReason }[],
  now: string,
): SearchView {
  const { search, peerId, page } = state;
  if (search === null) return EMPTY_VIEW;
  const parts = peerId === null ? search.parts : search.parts.filter((part) => part.plantId === String(peerId));
  const merged = buildMergedPage({ ...search, parts }, page);
  const completeness = computeCompleteness(search, notRequested, now);
  const accepted = new Set(parts.filter((part) => part.isAccepted).map((part) => part.plantId));
  const shown = completeness.plants.filter((plant) => accepted.has(plant.plantId));
  const countOf = (plant: { readonly plantId: string; readonly count: number | null }): number | null =>
    state.counts.get(plant.plantId) ?? plant.count;
  const total = shown.reduce((sum, plant) => sum + (countOf(plant) ?? plant.rows), 0);
  return {
    merged,
    completeness,
    total,
    isTotalExact: shown.every((plant) => countOf(plant) !== null),
    pageCount: Math.max(merged.hasNext ? page + 1 : page, Math.ceil(total / PAGE_SIZE)),
    rows: buildListRows(merged, page),
  };
}

/** Rows of a page for the table. An unchanged row stays the same object, so that it is not redrawn. */
export const buildListRows = (merged: MergedPage<Transit> | null, page: number): readonly ListRow[] =>
  (merged?.rows ?? []).map(({ plantId, row }, index) =>
    buildListRow(Number(plantId), row, (page - 1) * PAGE_SIZE + index + 1),
  );

const lastRows = new WeakMap<Transit, ListRow>();

function buildListRow(peerId: number, transit: Transit, number: number): ListRow {
  const last = lastRows.get(transit);
  if (last?.peerId === peerId && last.number === number) return last;
  const row = { key: buildRowKey(peerId, transit.id), peerId, transit, number };
  lastRows.set(transit, row);
  return row;
}
