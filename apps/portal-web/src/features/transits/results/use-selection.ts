import { useMemo } from 'react';
import { openExportDialog } from '../../../lib/exports/export-request.store.ts';
import { printManyTransits } from '../../../lib/prints/print-transits.ts';
import { openTrackOfTwo } from '../../../lib/workspace/track-tabs.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import type { ListRow } from '../search/search-view.ts';
import {
  canExport,
  canSelect,
  buildExportRequest,
  findSelectedPair,
  groupByPlant,
  getPageState,
  togglePage,
  type SelectedTransit,
  type Selection,
  startSelection,
  toggleSelected,
} from './selection.ts';
import {
  changeSelection,
  endSelection,
  type MultiPrint,
  recordPrintState,
  getTabSelection,
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
  /** Shows both plates on one map; null: the selected transits are not those of two plates. */
  readonly compare: (() => void) | null;
}

const toSelectedTransit = ({ peerId, transit }: ListRow): SelectedTransit => ({
  peerId,
  transitId: transit.id,
  plate: transit.targa,
});

/** @param filter filter of the search that found the rows; sort order and page do not affect the selection */
export function useSelection(tabId: string, filter: SearchFilter | null, rows: readonly ListRow[]): ListSelection {
  const filterKey = useMemo(() => JSON.stringify(filter), [filter]);
  const { selection, print } = getTabSelection(
    useSelections(({ tabs }) => tabs),
    tabId,
    filterKey,
  );
  const change = (how: (before: Selection) => Selection): void => changeSelection(tabId, filterKey, how);
  const pair = findSelectedPair(selection);
  const page = rows.filter(({ transit }) => canSelect(transit.targa)).map(toSelectedTransit);
  return {
    selection,
    print,
    start: (row) => change((before) => startSelection(before, row)),
    toggle: (row) => change((before) => toggleSelected(before, toSelectedTransit(row))),
    page: { ticked: getPageState(selection, page), onToggle: () => change((before) => togglePage(before, page)) },
    end: () => endSelection(tabId),
    exportAll: canExport(selection) ? () => openExportDialog(buildExportRequest(selection)) : null,
    compare: pair === null ? null : () => openTrackOfTwo(pair[0], pair[1].plate),
    printAll: () => void printSelected(tabId, print.unprinted.size > 0 ? print.unprinted : groupByPlant(selection)),
  };
}

/** SEL-05: the spinner lasts until every plant has finished. SEL-06: no message; transits without a file stay marked. */
async function printSelected(tabId: string, requested: ReadonlyMap<number, readonly string[]>): Promise<void> {
  recordPrintState(tabId, { isRunning: true, unprinted: new Map() });
  const ended = await printManyTransits(requested);
  const failed = ended.filter((plant) => plant.failed.length > 0);
  recordPrintState(tabId, {
    isRunning: false,
    unprinted: new Map(failed.map((plant) => [plant.peerId, plant.failed])),
  });
}
