import { describe, expect, it } from 'vitest';
import type { TabSpec } from './tab-spec.ts';
import {
  adoptTab,
  closeTab,
  moveTab,
  buildNewListSpec,
  openTab,
  reopenTab,
  replaceTab,
  selectAdjacent,
  selectTab,
  createTabs,
} from './tabs.ts';

const START = createTabs('t');
const detail = (transitId: string, peerId = 1): TabSpec => ({
  kind: 'transit-detail',
  peerId,
  transitId,
  plate: 'AB123CD',
});
const list = (filter: Record<string, unknown>): TabSpec => ({ kind: 'transit-list', filter, runs: true });
const ids = ({ tabs }: { tabs: readonly { id: string }[] }) => tabs.map((tab) => tab.id);

describe('tab workspace (T 2.9)', () => {
  it('TAB-03 opening a tab selects it', () => {
    const state = openTab(START, detail('9'));
    expect(state.tabs.map((tab) => tab.kind)).toEqual(['transit-list', 'transit-detail']);
    expect(state.selectedId).toBe('t2');
  });

  it('opens one transit once, and the same id on another plant as another tab', () => {
    const once = openTab(selectTab(openTab(START, detail('9')), 't1'), detail('9'));
    expect(once.tabs).toHaveLength(2);
    expect(once.selectedId).toBe('t2');
    expect(openTab(once, detail('9', 2)).tabs).toHaveLength(3);
  });

  it('TAB-04 closing the last tab makes a new list', () => {
    const state = closeTab(START, 't1');
    expect(state.tabs).toEqual([{ id: 't2', kind: 'transit-list' }]);
    expect(state.selectedId).toBe('t2');
  });

  it('TAB-05 closing the selected tab selects the last; closing another keeps the selection', () => {
    const three = openTab(openTab(START, detail('1')), detail('2'));
    expect(closeTab(selectTab(three, 't2'), 't2').selectedId).toBe('t3');
    expect(closeTab(three, 't1').selectedId).toBe('t3');
    expect(closeTab(three, 'unknown')).toBe(three);
  });

  it('brings back what was closed last, where it was, and nothing when nothing was', () => {
    const three = openTab(openTab(START, detail('1')), detail('2'));
    const state = reopenTab(closeTab(closeTab(three, 't1'), 't3'));
    expect(ids(state)).toEqual(['t2', 't3']);
    expect(reopenTab(state)).toMatchObject({ selectedId: 't1' });
    expect(ids(reopenTab(state))).toEqual(['t1', 't2', 't3']);
    expect(reopenTab(START)).toBe(START);
  });

  it('goes to the tab beside, round the ends, and moves a tab no further than the end', () => {
    const three = openTab(openTab(START, detail('1')), detail('2'));
    expect(selectAdjacent(three, 1).selectedId).toBe('t1');
    expect(selectAdjacent(three, -1).selectedId).toBe('t2');
    expect(ids(moveTab(three, 't3', 0))).toEqual(['t3', 't1', 't2']);
    expect(ids(moveTab(three, 't1', 9))).toEqual(['t2', 't3', 't1']);
    expect(ids(moveTab(three, 't1', -1))).toEqual(['t1', 't2', 't3']);
    expect(moveTab(three, 'unknown', 0)).toBe(three);
  });

  it('replaces what a tab shows in its place', () => {
    const state = replaceTab(openTab(START, detail('1')), 't2', detail('5'));
    expect(state.tabs[1]).toMatchObject({ id: 't2', transitId: '5' });
  });

  it('a tab of a link is shown under its own id, once', () => {
    const state = adoptTab(START, { ...detail('1'), id: 'other-7' });
    expect(ids(state)).toEqual(['t1', 'other-7']);
    expect(ids(adoptTab(selectTab(state, 't1'), { ...detail('1'), id: 'other-7' }))).toEqual(['t1', 'other-7']);
  });

  it('TAB-06 a new list takes the filters of the selected list, else of the latest, with an empty plate', () => {
    const gates = [{ peerId: 1, gateId: 4 }];
    const first = replaceTab(START, 't1', list({ plate: 'AB1*', gates }));
    const lists = openTab(openTab(first, list({ plate: 'ZZ*', lane: 2 })), detail('1'));
    expect(buildNewListSpec(selectTab(lists, 't1'))).toEqual({ kind: 'transit-list', filter: { plate: '', gates } });
    expect(buildNewListSpec(lists)).toEqual({ kind: 'transit-list', filter: { plate: '', lane: 2 } });
    expect(buildNewListSpec({ tabs: [], selectedId: '' })).toEqual({ kind: 'transit-list' });
  });
});
