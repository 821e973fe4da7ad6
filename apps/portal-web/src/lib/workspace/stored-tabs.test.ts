import { describe, expect, it } from 'vitest';
import { StoredTabs, findStoredTab, NO_STORED_TABS, findWindow, updateWindow } from './stored-tabs.ts';
import type { TabSpec } from './tab-spec.ts';
import { closeTab, openTab, createTabs } from './tabs.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const buildDetailTab = (transitId: string): TabSpec => ({
  kind: 'transit-detail',
  peerId: 1,
  transitId,
  plate: 'AB123CD',
});
const createWindow = openTab(createTabs('a-'), buildDetailTab('9'));

describe('tabs that survive a reload', () => {
  it('RTE-21 a window gets its tabs back in their order, and a link finds one of another window or a closed one', () => {
    const other = openTab(createTabs('b-'), buildDetailTab('5'));
    const stored = updateWindow(updateWindow(NO_STORED_TABS, 'a-', createWindow, NOW), 'b-', other, NOW + 1);
    expect(findWindow(stored, 'a-', NOW + HOUR)).toEqual(createWindow);
    expect(findWindow(stored, 'unknown', NOW)).toBeNull();
    const closed = updateWindow(stored, 'a-', closeTab(createWindow, 'a-2'), NOW + 2);
    expect(findWindow(closed, 'a-', NOW + 3)?.tabs).toHaveLength(1);
    expect(findStoredTab(closed, 'a-2')).toMatchObject({ transitId: '9' });
    expect(findStoredTab(closed, 'b-2')).toMatchObject({ transitId: '5' });
    expect(findStoredTab(closed, 'x')).toBeNull();
  });

  it('after 24 hours a tab and a window are gone', () => {
    const stored = updateWindow(NO_STORED_TABS, 'a-', createWindow, NOW);
    expect(findWindow(stored, 'a-', NOW + 24 * HOUR - 1)).not.toBeNull();
    expect(findWindow(stored, 'a-', NOW + 24 * HOUR)).toBeNull();
    const later = updateWindow(stored, 'b-', createTabs('b-'), NOW + 25 * HOUR);
    expect(findStoredTab(later, 'a-2')).toBeNull();
    expect(Object.keys(later.windows)).toEqual(['b-']);
  });

  it('only the newest windows and tabs are stored', () => {
    let stored = NO_STORED_TABS;
    for (let i = 0; i < 40; i += 1) {
      let state = createTabs(`w${i}-`);
      for (let n = 0; n < 20; n += 1) state = openTab(state, buildDetailTab(`${i}-${n}`));
      stored = updateWindow(stored, `w${i}-`, state, NOW + i);
    }
    expect(Object.keys(stored.windows)).toHaveLength(20);
    expect(stored.tabs).toHaveLength(300);
    expect(findWindow(stored, 'w39-', NOW + 40)?.tabs).toHaveLength(21);
  });

  it('reads back what it wrote, and nothing of another shape', () => {
    const stored = updateWindow(NO_STORED_TABS, 'a-', createWindow, NOW);
    expect(StoredTabs.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(StoredTabs.safeParse({ tabs: [{ tab: { kind: 'what', id: 'x' }, at: 1 }], windows: {} }).success).toBe(
      false,
    );
  });
});
