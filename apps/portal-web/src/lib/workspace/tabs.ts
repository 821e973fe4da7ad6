import type { Tab, TabSpec } from './tab-spec.ts';

/** State of the tab workspace (T 2.9); the functions below are its pure rules. */
export interface TabsState {
  readonly tabs: readonly Tab[];
  readonly selectedId: string;
  /** Closed tabs with their former index, newest last, so that an accidental close can be undone. */
  readonly closed: readonly ClosedTab[];
  readonly nextNumber: number;
  /** Prefix of every tab id of this window, so that a tab id is unique over all windows of the user. */
  readonly idPrefix: string;
}

/** A closed tab with its former index. */
type ClosedTab = Tab & { readonly index: number };

const MAX_CLOSED = 10;

/** A workspace with a single list tab. */
export const createTabs = (idPrefix: string): TabsState =>
  addNewList({ tabs: [], selectedId: '', closed: [], nextNumber: 1, idPrefix });

function addNewList(state: TabsState): TabsState {
  const id = `${state.idPrefix}${state.nextNumber}`;
  return { ...state, tabs: [{ id, kind: 'transit-list' }], selectedId: id, nextNumber: state.nextNumber + 1 };
}

const isSameDetail = (tab: Tab, spec: TabSpec): boolean =>
  tab.kind === 'transit-detail' &&
  spec.kind === 'transit-detail' &&
  tab.peerId === spec.peerId &&
  tab.transitId === spec.transitId;

/** TAB-03: opens and selects a tab; a detail that is already open is selected instead. */
export function openTab(state: TabsState, spec: TabSpec): TabsState {
  const open = state.tabs.find((tab) => isSameDetail(tab, spec));
  if (open !== undefined) return { ...state, selectedId: open.id };
  const id = `${state.idPrefix}${state.nextNumber}`;
  return { ...state, tabs: [...state.tabs, { ...spec, id }], selectedId: id, nextNumber: state.nextNumber + 1 };
}

/** Opens a stored tab under its own id, for links to it. A tab that is already open is selected. */
export function adoptTab(state: TabsState, tab: Tab): TabsState {
  const tabs = state.tabs.some(({ id }) => id === tab.id) ? state.tabs : [...state.tabs, tab];
  return { ...state, tabs, selectedId: tab.id };
}

/** TAB-04, TAB-05: closing the selected tab selects the last one; closing the last tab creates a new list. */
export function closeTab(state: TabsState, id: string): TabsState {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tab = state.tabs[index];
  if (tab === undefined) return state;
  const closed = [...state.closed, { ...tab, index }].slice(-MAX_CLOSED);
  const left = state.tabs.filter((one) => one.id !== id);
  if (left.length === 0) return addNewList({ ...state, closed });
  const selectedId = state.selectedId === id ? (left.at(-1)?.id ?? '') : state.selectedId;
  return { ...state, tabs: left, selectedId, closed };
}

export function selectTab(state: TabsState, id: string): TabsState {
  if (id === state.selectedId || !state.tabs.some((tab) => tab.id === id)) return state;
  return { ...state, selectedId: id };
}

/** Selects the tab `step` positions away, wrapping around at the ends. */
export function selectAdjacent(state: TabsState, step: number): TabsState {
  const { tabs } = state;
  const at = tabs.findIndex((tab) => tab.id === state.selectedId);
  const id = tabs[(at + step + tabs.length) % tabs.length]?.id;
  return id === undefined ? state : { ...state, selectedId: id };
}

/** Moves a tab to an index, limited to the valid range. */
export function moveTab(state: TabsState, id: string, index: number): TabsState {
  const tab = state.tabs.find((one) => one.id === id);
  if (tab === undefined) return state;
  const others = state.tabs.filter((one) => one.id !== id);
  return { ...state, tabs: others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, tab) };
}

/** Replaces the content of a tab without moving it, for previous and next in a detail. */
export function replaceTab(state: TabsState, id: string, spec: TabSpec): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...spec, id } : tab)) };
}

/** Reopens the tab closed last at its former index and selects it. */
export function reopenTab(state: TabsState): TabsState {
  const last = state.closed.at(-1);
  if (last === undefined) return state;
  const { index, ...tab } = last;
  return { ...state, tabs: state.tabs.toSpliced(index, 0, tab), selectedId: tab.id, closed: state.closed.slice(0, -1) };
}

/**
 * TAB-06: a new list starts with the filters of the selected list, else of the latest one, and an empty plate. It does
 * not search by itself.
 */
export function buildNewListSpec({ tabs, selectedId }: Pick<TabsState, 'tabs' | 'selectedId'>): TabSpec {
  const lists = tabs.filter((tab) => tab.kind === 'transit-list');
  const filter = (lists.find((tab) => tab.id === selectedId) ?? lists.at(-1))?.filter;
  return filter === undefined ? { kind: 'transit-list' } : { kind: 'transit-list', filter: { ...filter, plate: '' } };
}
