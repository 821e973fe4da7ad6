import { describe, expect, it } from 'vitest';
import { KeptTabs, keptTab, NO_KEPT_TABS, windowOf, withWindow } from './kept-tabs.ts';
import type { TabSpec } from './tab-spec.ts';
import { closeTab, openTab, startTabs } from './tabs.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const detail = (transitId: string): TabSpec => ({ kind: 'transit-detail', peerId: 1, transitId, plate: 'AB123CD' });
const mine = openTab(startTabs('a-'), detail('9'));

describe('tabs that survive a reload', () => {
  it('RTE-21 a window gets its tabs back in their order, and a link finds one of another window or a closed one', () => {
    const other = openTab(startTabs('b-'), detail('5'));
    const kept = withWindow(withWindow(NO_KEPT_TABS, 'a-', mine, NOW), 'b-', other, NOW + 1);
    expect(windowOf(kept, 'a-', NOW + HOUR)).toEqual(mine);
    expect(windowOf(kept, 'unknown', NOW)).toBeNull();
    const closed = withWindow(kept, 'a-', closeTab(mine, 'a-2'), NOW + 2);
    expect(windowOf(closed, 'a-', NOW + 3)?.tabs).toHaveLength(1);
    expect(keptTab(closed, 'a-2')).toMatchObject({ transitId: '9' });
    expect(keptTab(closed, 'b-2')).toMatchObject({ transitId: '5' });
    expect(keptTab(closed, 'x')).toBeNull();
  });

  it('after 24 hours a tab and a window are gone', () => {
    const kept = withWindow(NO_KEPT_TABS, 'a-', mine, NOW);
    expect(windowOf(kept, 'a-', NOW + 24 * HOUR - 1)).not.toBeNull();
    expect(windowOf(kept, 'a-', NOW + 24 * HOUR)).toBeNull();
    const later = withWindow(kept, 'b-', startTabs('b-'), NOW + 25 * HOUR);
    expect(keptTab(later, 'a-2')).toBeNull();
    expect(Object.keys(later.windows)).toEqual(['b-']);
  });

  it('only the newest windows and tabs are stored', () => {
    let kept = NO_KEPT_TABS;
    for (let i = 0; i < 40; i += 1) {
      let state = startTabs(`w${i}-`);
      for (let n = 0; n < 20; n += 1) state = openTab(state, detail(`${i}-${n}`));
      kept = withWindow(kept, `w${i}-`, state, NOW + i);
    }
    expect(Object.keys(kept.windows)).toHaveLength(20);
    expect(kept.tabs).toHaveLength(300);
    expect(windowOf(kept, 'w39-', NOW + 40)?.tabs).toHaveLength(21);
  });

  it('reads back what it wrote, and nothing of another shape', () => {
    const kept = withWindow(NO_KEPT_TABS, 'a-', mine, NOW);
    expect(KeptTabs.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(KeptTabs.safeParse({ tabs: [{ tab: { kind: 'what', id: 'x' }, at: 1 }], windows: {} }).success).toBe(false);
  });
});
