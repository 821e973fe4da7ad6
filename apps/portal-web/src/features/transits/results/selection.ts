import { MAX_CHOSEN_TRANSITS } from '@varco/domain/exports/saved-exports.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import type { ExportRequest } from '../../../lib/exports/export-request.store.ts';
import { buildRowKey } from '../search/search-view.ts';

/** T 3.5: a selected transit. */
export interface SelectedTransit {
  readonly transitId: string;
  readonly peerId: number;
  readonly plate: string;
}

/** T 3.5: multi-selection of one list, over all its pages and plants. Immutable. */
export interface Selection {
  readonly isActive: boolean;
  /** Selected transits by row key, in the order of selection. */
  readonly items: ReadonlyMap<string, SelectedTransit>;
}

export const NOTHING_SELECTED: Selection = { isActive: false, items: new Map() };

/** SEL-03, T 5.1: only transits with a completely read plate can be selected. */
export const canSelect = (plate: string): boolean => isValidPlate(plate);

const getSelectionKey = ({ peerId, transitId }: SelectedTransit): string => buildRowKey(peerId, transitId);

/** SEL-02: turns multi-selection on and adds the transit; existing items stay. */
export const startSelection = ({ items }: Selection, first: SelectedTransit): Selection => ({
  isActive: true,
  items: new Map(items).set(getSelectionKey(first), first),
});

/** Adds a transit to the selection or removes it. */
export function toggleSelected({ isActive, items }: Selection, one: SelectedTransit): Selection {
  const next = new Map(items);
  if (!next.delete(getSelectionKey(one))) next.set(getSelectionKey(one), one);
  return { isActive, items: next };
}

/** Selects all transits of a page, or deselects them when all are selected. Other pages are not changed. */
export function togglePage({ isActive, items }: Selection, page: readonly SelectedTransit[]): Selection {
  const next = new Map(items);
  if (getPageState({ items }, page) === 'all') for (const one of page) next.delete(getSelectionKey(one));
  else for (const one of page) next.set(getSelectionKey(one), one);
  return { isActive, items: next };
}

/** How much of a page is selected. */
export function getPageState(
  { items }: Pick<Selection, 'items'>,
  page: readonly SelectedTransit[],
): 'none' | 'some' | 'all' {
  const ticked = page.filter((one) => items.has(getSelectionKey(one))).length;
  return ticked === 0 ? 'none' : ticked === page.length ? 'all' : 'some';
}

/** T 3.5: ids of the selected transits by plant, for one call each. */
export function groupByPlant({ items }: Selection): ReadonlyMap<number, readonly string[]> {
  const byPeers = new Map<number, string[]>();
  for (const { peerId, transitId } of items.values()) {
    const ids = byPeers.get(peerId);
    if (ids === undefined) byPeers.set(peerId, [transitId]);
    else ids.push(transitId);
  }
  return byPeers;
}

/** The two plates of a selection of two transits, in the order of selection; null: not two, or one plate twice. */
export function findSelectedPair({ items }: Selection): readonly [SelectedTransit, SelectedTransit] | null {
  const [first, second, third] = [...items.values()];
  if (first === undefined || second === undefined || third !== undefined) return null;
  return first.plate === second.plate ? null : [first, second];
}

/** Export request for exactly the selected transits, per plant. */
export const buildExportRequest = (selection: Selection): ExportRequest =>
  [...groupByPlant(selection)].map(([peerId, ids]) => ({ peerId, filter: { f_ids: [...ids] } }));

/** True when something is selected and no plant exceeds the maximum of one export. */
export const canExport = (selection: Selection): boolean =>
  selection.items.size > 0 && [...groupByPlant(selection).values()].every((ids) => ids.length <= MAX_CHOSEN_TRANSITS);
