/** Rules of the tab workspace (T 2.9) as pure functions over one state. */

/** What a new list looks for at once, beside a plate; what is not said is as usual. */
export interface ListPreset {
  /** Inclusive instants; null: the whole archive. */
  readonly period?: { readonly start: string; readonly end: string } | null;
  readonly gate?: { readonly peerId: number; readonly gateId: number };
}

/** What a tab shows. Later kinds are added here and in the registry of screens. */
export type TabSpec =
  | {
      readonly kind: 'transit-list';
      readonly plate?: string;
      readonly preset?: ListPreset;
      /** List tab whose filters are taken over, with an empty plate (TAB-06). */
      readonly filtersFromTabId?: string;
    }
  | {
      readonly kind: 'transit-detail';
      readonly peerId: number;
      readonly transitId: string;
      readonly plate: string;
      /** List tab it was opened from: previous and next walk through that list. */
      readonly fromTabId?: string;
    };

export type Tab = TabSpec & { readonly id: string };

export interface TabsState {
  readonly tabs: readonly Tab[];
  readonly selectedId: string;
  /** Closed tabs, newest last, so that a slip of the hand can be undone. */
  readonly closed: readonly Tab[];
  readonly nextNumber: number;
}

const MAX_CLOSED = 10;

const firstList = (n: number): Tab => ({ id: `t${n}`, kind: 'transit-list' });

export const INITIAL_TABS: TabsState = { tabs: [firstList(1)], selectedId: 't1', closed: [], nextNumber: 2 };

const isSame = (tab: Tab, spec: TabSpec): boolean =>
  tab.kind === 'transit-detail' &&
  spec.kind === 'transit-detail' &&
  tab.peerId === spec.peerId &&
  tab.transitId === spec.transitId;

/** TAB: opening selects; a detail that is open already is selected instead of doubled. */
export function openTab(state: TabsState, spec: TabSpec): TabsState {
  const open = state.tabs.find((tab) => isSame(tab, spec));
  if (open !== undefined) return { ...state, selectedId: open.id };
  const tab: Tab = { ...spec, id: `t${state.nextNumber}` };
  return { ...state, tabs: [...state.tabs, tab], selectedId: tab.id, nextNumber: state.nextNumber + 1 };
}

/** Removing the selected tab selects the last one; without any tab a list is made again. */
export function closeTab(state: TabsState, id: string): TabsState {
  const gone = state.tabs.find((tab) => tab.id === id);
  if (gone === undefined) return state;
  const closed = [...state.closed, gone].slice(-MAX_CLOSED);
  const left = state.tabs.filter((tab) => tab.id !== id);
  if (left.length === 0) {
    const list = firstList(state.nextNumber);
    return { tabs: [list], selectedId: list.id, closed, nextNumber: state.nextNumber + 1 };
  }
  const selectedId = state.selectedId === id ? (left.at(-1)?.id ?? '') : state.selectedId;
  return { ...state, tabs: left, selectedId, closed };
}

export function selectTab(state: TabsState, id: string): TabsState {
  return state.tabs.some((tab) => tab.id === id) ? { ...state, selectedId: id } : state;
}

/** Replaces what a tab shows without moving it, for previous and next in a detail. */
export function replaceTab(state: TabsState, id: string, spec: TabSpec): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...spec, id } : tab)) };
}

export function reopenTab(state: TabsState): TabsState {
  const last = state.closed.at(-1);
  if (last === undefined) return state;
  return { ...state, tabs: [...state.tabs, last], selectedId: last.id, closed: state.closed.slice(0, -1) };
}

/** TAB-06: a new list takes its filters from the list looked at, else from the latest one. */
export function newListSpec({ tabs, selectedId }: Pick<TabsState, 'tabs' | 'selectedId'>): TabSpec {
  const lists = tabs.filter((tab) => tab.kind === 'transit-list');
  const source = lists.find((tab) => tab.id === selectedId) ?? lists.at(-1);
  return source === undefined ? { kind: 'transit-list' } : { kind: 'transit-list', filtersFromTabId: source.id };
}
