import { beforeEach, expect, test } from 'vitest';
import { openWorkspaceTab, resetWorkspace, useTabs } from './tabs.store.ts';
import { compareWithOpenTrack, openTrackOfTwo, setTrackComparison } from './track-tabs.ts';

const getSelected = () => useTabs.getState().tabs.find(({ id }) => id === useTabs.getState().selectedId);

beforeEach(() => resetWorkspace());

test('without an open track a compared plate opens its own; the next plate is put beside it', () => {
  expect(compareWithOpenTrack({ peerId: 1, plate: 'GK508RB' })).toBe(false);
  const track = getSelected();
  expect(track).toMatchObject({ kind: 'transit-map', plate: 'GK508RB' });
  openWorkspaceTab({ kind: 'transit-list' });
  expect(compareWithOpenTrack({ peerId: 2, plate: 'aa 001 aa' })).toBe(true);
  expect(getSelected()).toEqual({ ...track, second: 'AA001AA' });
});

test('a plate is never compared with itself: its track stays alone', () => {
  openWorkspaceTab({ kind: 'transit-map', peerId: 1, plate: 'GK508RB' });
  expect(compareWithOpenTrack({ peerId: 1, plate: 'GK508RB' })).toBe(false);
  expect(useTabs.getState().tabs.some((tab) => tab.kind === 'transit-map' && tab.second !== undefined)).toBe(false);
});

test('two plates open one track, and the second can be taken away', () => {
  openTrackOfTwo({ peerId: 1, plate: 'GK508RB' }, 'AA001AA');
  const { id = '' } = getSelected() ?? {};
  expect(getSelected()).toMatchObject({ plate: 'GK508RB', second: 'AA001AA' });
  setTrackComparison(id, '');
  expect(getSelected()).toEqual({ id, kind: 'transit-map', peerId: 1, plate: 'GK508RB' });
});
