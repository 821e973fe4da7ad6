import { useMemo } from 'react';
import { askExport } from '../../../lib/exports/export-request.store.ts';
import { printMany } from '../../../lib/prints/print-transits.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import type { ListRow } from '../search/search-view.ts';
import {
  canExport,
  canSelect,
  exportOf,
  itemsByPeers,
  pageState,
  pageToggled,
  type SelectedTransit,
  type Selection,
  started,
  toggled,
} from './selection.ts';
import {
  changeSelection,
  endSelection,
  type MultiPrint,
  notePrinting,
  ofTab,
  useSelections,
} from './selection.store.ts';

/** Multi-selection of a list, as used by rows, cards and the selection bar. */
export interface ListSelection {
  readonly selection: Selection;
  readonly print: MultiPrint;
  /** Turns multi-selection on and selects this transit. */
  readonly start: (row: SelectedTransit) => void;
  readonly toggle: (row: ListRow) => void;
  readonly page: { readonly ticked: 'none' | 'some' | 'all'; readonly onToggle: () => void };
  readonly end: () => void;
  /** Prints with one call per plant. After a failure only the failed transits are printed again. */
  readonly printAll: () => void;
  /** Opens the export of the selected transits; null: too many for one plant. */
  readonly exportAll: (() => void) | null;
}

const refOf = ({ peerId, transit }: ListRow): SelectedTransit => ({ peerId, transitId: transit.id });

/** @param filter filter of the search that found the rows; sort order and page do not affect the selection */
export function useSelection(tabId: string, filter: SearchFilter | null, rows: readonly ListRow[]): ListSelection {
  const filterKey = useMemo(() => JSON.stringify(filter), [filter]);
  const { selection, print } = ofTab(
    useSelections(({ tabs }) => tabs),
    tabId,
    filterKey,
  );
  const change = (how: (before: Selection) => Selection): void => changeSelection(tabId, filterKey, how);
  const page = rows.filter(({ transit }) => canSelect(transit.targa)).map(refOf);
  return {
    selection,
    print,
    start: (row) => change((before) => started(before, row)),
    toggle: (row) => change((before) => toggled(before, refOf(row))),
    page: { ticked: pageState(selection, page), onToggle: () => change((before) => pageToggled(before, page)) },
    end: () => endSelection(tabId),
    exportAll: canExport(selection) ? () => askExport(exportOf(selection)) : null,
    printAll: () => void printAll(tabId, print.unprinted.size > 0 ? print.unprinted : itemsByPeers(selection)),
  };
}

/** SEL-05: the spinner lasts until every plant has finished. SEL-06: no message; transits without a file stay marked. */
async function printAll(tabId: string, asked: ReadonlyMap<number, readonly string[]>): Promise<void> {
  notePrinting(tabId, { isRunning: true, unprinted: new Map() });
  const ended = await printMany(asked);
  const failed = ended.filter((plant) => plant.failed.length > 0);
  notePrinting(tabId, { isRunning: false, unprinted: new Map(failed.map((plant) => [plant.peerId, plant.failed])) });
}
