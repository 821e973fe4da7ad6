import { describe, expect, it } from 'vitest';
import {
  closeTab,
  INITIAL_TABS,
  newListSpec,
  openTab,
  reopenTab,
  replaceTab,
  selectTab,
  type TabSpec,
} from './tabs.ts';

const detail = (transitId: string, peerId = 1): TabSpec => ({
  kind: 'transit-detail',
  peerId,
  transitId,
  plate: 'AB123CD',
});

describe('tab workspace (T 2.9)', () => {
  it('TAB-03 opening a tab selects it', () => {
    const state = openTab(INITIAL_TABS, detail('9'));
    expect(state.tabs.map((tab) => tab.kind)).toEqual(['transit-list', 'transit-detail']);
    expect(state.selectedId).toBe('t2');
  });

  it('opens one transit once, and the same id on another plant as another tab', () => {
    const once = openTab(selectTab(openTab(INITIAL_TABS, detail('9')), 't1'), detail('9'));
    expect(once.tabs).toHaveLength(2);
    expect(once.selectedId).toBe('t2');
    expect(openTab(once, detail('9', 2)).tabs).toHaveLength(3);
  });

  it('TAB-04 closing the last tab makes a new list', () => {
    const state = closeTab(INITIAL_TABS, 't1');
    expect(state.tabs).toEqual([{ id: 't2', kind: 'transit-list' }]);
    expect(state.selectedId).toBe('t2');
  });

  it('TAB-05 closing the selected tab selects the last; closing another keeps the selection', () => {
    const three = openTab(openTab(INITIAL_TABS, detail('1')), detail('2'));
    expect(closeTab(selectTab(three, 't2'), 't2').selectedId).toBe('t3');
    expect(closeTab(three, 't1').selectedId).toBe('t3');
    expect(closeTab(three, 'unknown')).toBe(three);
  });

  it('brings back what was closed last, and nothing when nothing was', () => {
    const state = reopenTab(closeTab(openTab(INITIAL_TABS, detail('1')), 't2'));
    expect(state.tabs.at(-1)).toMatchObject({ kind: 'transit-detail', transitId: '1' });
    expect(reopenTab(INITIAL_TABS)).toBe(INITIAL_TABS);
  });

  it('replaces what a tab shows in its place', () => {
    const state = replaceTab(openTab(INITIAL_TABS, detail('1')), 't2', detail('5'));
    expect(state.tabs[1]).toMatchObject({ id: 't2', transitId: '5' });
  });

  it('TAB-06 a new list takes its filters from the list looked at, else from the latest', () => {
    const lists = openTab(openTab(INITIAL_TABS, { kind: 'transit-list' }), detail('1'));
    expect(newListSpec(selectTab(lists, 't1'))).toEqual({ kind: 'transit-list', filtersFromTabId: 't1' });
    expect(newListSpec(lists)).toEqual({ kind: 'transit-list', filtersFromTabId: 't2' });
    expect(newListSpec({ tabs: [], selectedId: '' })).toEqual({ kind: 'transit-list' });
  });
});
