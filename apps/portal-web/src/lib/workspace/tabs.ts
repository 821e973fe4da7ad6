import type { Tab, TabSpec } from './tab-spec.ts';

/** Rules of the tab workspace (T 2.9) as pure functions over one state. */
export interface TabsState {
  readonly tabs: readonly Tab[];
  readonly selectedId: string;
  /** Closed tabs with the place they had, newest last, so that a slip of the hand can be undone. */
  readonly closed: readonly ClosedTab[];
  readonly nextNumber: number;
  /** Begins every id of this window, so that a link to a tab means one tab of the person and not one of each window. */
  readonly idPrefix: string;
}

/** With the place it had among the others. */
type ClosedTab = Tab & { readonly index: number };

const MAX_CLOSED = 10;

/** A workspace with nothing but a list. */
export const startTabs = (idPrefix: string): TabsState =>
  withNewList({ tabs: [], selectedId: '', closed: [], nextNumber: 1, idPrefix });

function withNewList(state: TabsState): TabsState {
  const id = `${state.idPrefix}${state.nextNumber}`;
  return { ...state, tabs: [{ id, kind: 'transit-list' }], selectedId: id, nextNumber: state.nextNumber + 1 };
}

const isSame = (tab: Tab, spec: TabSpec): boolean =>
  tab.kind === 'transit-detail' &&
  spec.kind === 'transit-detail' &&
  tab.peerId === spec.peerId &&
  tab.transitId === spec.transitId;

/** TAB-03: opening selects; a detail that is open already is selected instead of doubled. */
export function openTab(state: TabsState, spec: TabSpec): TabsState {
  const open = state.tabs.find((tab) => isSame(tab, spec));
  if (open !== undefined) return { ...state, selectedId: open.id };
  const id = `${state.idPrefix}${state.nextNumber}`;
  return { ...state, tabs: [...state.tabs, { ...spec, id }], selectedId: id, nextNumber: state.nextNumber + 1 };
}

/** Puts a tab of another window or of before under its own id: what a link to it does. One that is open is selected. */
export function adoptTab(state: TabsState, tab: Tab): TabsState {
  const tabs = state.tabs.some(({ id }) => id === tab.id) ? state.tabs : [...state.tabs, tab];
  return { ...state, tabs, selectedId: tab.id };
}

/** TAB-04, TAB-05: removing the selected tab selects the last one; without any tab a list is made again. */
export function closeTab(state: TabsState, id: string): TabsState {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tab = state.tabs[index];
  if (tab === undefined) return state;
  const closed = [...state.closed, { ...tab, index }].slice(-MAX_CLOSED);
  const left = state.tabs.filter((one) => one.id !== id);
  if (left.length === 0) return withNewList({ ...state, closed });
  const selectedId = state.selectedId === id ? (left.at(-1)?.id ?? '') : state.selectedId;
  return { ...state, tabs: left, selectedId, closed };
}

export function selectTab(state: TabsState, id: string): TabsState {
  if (id === state.selectedId || !state.tabs.some((tab) => tab.id === id)) return state;
  return { ...state, selectedId: id };
}

/** The tab `step` places further, round the ends. */
export function selectBeside(state: TabsState, step: number): TabsState {
  const { tabs } = state;
  const at = tabs.findIndex((tab) => tab.id === state.selectedId);
  const id = tabs[(at + step + tabs.length) % tabs.length]?.id;
  return id === undefined ? state : { ...state, selectedId: id };
}

/** Moves a tab to a place; beyond the ends it stays at the end. */
export function moveTab(state: TabsState, id: string, index: number): TabsState {
  const tab = state.tabs.find((one) => one.id === id);
  if (tab === undefined) return state;
  const others = state.tabs.filter((one) => one.id !== id);
  return { ...state, tabs: others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, tab) };
}

/** Replaces what a tab shows without moving it, for previous and next in a detail. */
export function replaceTab(state: TabsState, id: string, spec: TabSpec): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...spec, id } : tab)) };
}

/** Brings the tab closed last back to its place and selects it. */
export function reopenTab(state: TabsState): TabsState {
  const last = state.closed.at(-1);
  if (last === undefined) return state;
  const { index, ...tab } = last;
  return { ...state, tabs: state.tabs.toSpliced(index, 0, tab), selectedId: tab.id, closed: state.closed.slice(0, -1) };
}

/** TAB-06: a new list takes the filters of the list looked at, else of the latest one, with an empty plate. It does not search by itself. */
export function newListSpec({ tabs, selectedId }: Pick<TabsState, 'tabs' | 'selectedId'>): TabSpec {
  const lists = tabs.filter((tab) => tab.kind === 'transit-list');
  const filter = (lists.find((tab) => tab.id === selectedId) ?? lists.at(-1))?.filter;
  return filter === undefined ? { kind: 'transit-list' } : { kind: 'transit-list', filter: { ...filter, plate: '' } };
}
