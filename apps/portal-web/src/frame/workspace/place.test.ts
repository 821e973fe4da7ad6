import { describe, expect, it } from 'vitest';
import type { ListPlace } from '../../lib/workspace/list-place.store.ts';
import { createTabs, openTab } from '../../lib/workspace/tabs.ts';
import { buildPlace, decideStep, parsePlace, type Place, readPlaceState, toPlaceKey, toPlaceSearch } from './place.ts';

const LIST: ListPlace = { open: null, page: 1, search: 7, isDraft: false, isSheetOpen: false };
const START: Place = { tab: 't1', transit: null, page: 1, search: 7, isSheetOpen: false };
const TRANSIT = { peerId: 4, transitId: 'ab12' };
const STATE = { tab: 't1', search: 7, isSheetOpen: false, under: null, isDraft: false };
const NOTHING = { isTabGone: false, isDraft: false };

describe('place in the workspace', () => {
  it('is written without plate and filter, and read again', () => {
    const tabs = openTab(createTabs('t'), { kind: 'transit-detail', ...TRANSIT, plate: 'AB123CD' });
    const place = buildPlace(tabs, LIST);
    expect(toPlaceSearch(place)).toEqual({ tab: 't2', transit: '4-ab12' });
    expect(parsePlace({ tab: 't2', transit: '4-ab12' }, { ...STATE, search: 0 })).toEqual(place);
    expect(toPlaceSearch(buildPlace(createTabs('t'), { ...LIST, page: 3, open: TRANSIT }))).toEqual({
      tab: 't1',
      transit: '4-ab12',
      page: '3',
    });
  });

  it('a plant outside of the registry is not named, because its number is this user’s own', () => {
    expect(toPlaceSearch({ ...START, transit: { peerId: -2, transitId: 'x' } })).toEqual({ tab: 't1', transit: '' });
  });

  it.each(['0-a', '4-', '4-a b', '-4-a', '4-<x>', '1e9-a'])('refuses %s as a transit', (transit) => {
    expect(parsePlace({ transit, page: '-1' }, STATE)).toMatchObject({ transit: null, page: 1 });
  });

  it.each([null, 'x', {}, { varco: 4 }, { varco: { search: '7', under: 1 } }])('takes no state from %j', (state) => {
    expect(readPlaceState(state)).toMatchObject({ search: 0, under: null, isDraft: false });
  });
});

describe('entries of the history', () => {
  it.each<readonly [string, Partial<Place>]>([
    ['a transit', { transit: TRANSIT }],
    ['a tab', { tab: 't2', search: 0 }],
    ['a page', { page: 2 }],
    ['a search', { search: 8 }],
    ['the filter sheet', { isSheetOpen: true }],
  ])('opening %s is a new one', (_what, change) => {
    expect(decideStep({ place: START, state: STATE }, { ...START, ...change }, NOTHING)).toBe('push');
  });

  it('closing a transit, a sheet or a tab goes back to the entry below, where that is the place', () => {
    const over = { ...STATE, under: toPlaceKey(START) };
    const on = (change: Partial<Place>) => ({ place: { ...START, ...change }, state: over });
    expect(decideStep(on({ transit: TRANSIT }), START, NOTHING)).toBe('back');
    expect(decideStep(on({ isSheetOpen: true }), START, NOTHING)).toBe('back');
    expect(decideStep(on({ tab: 't2', transit: TRANSIT }), START, { ...NOTHING, isTabGone: true })).toBe('back');
    expect(decideStep(on({ tab: 't2' }), { ...START, tab: 't3' }, { ...NOTHING, isTabGone: true })).toBe('replace');
    expect(decideStep(on({ transit: TRANSIT }), { ...START, page: 2 }, NOTHING)).toBe('replace');
    expect(decideStep(on({ isSheetOpen: true }), { ...START, search: 8 }, NOTHING)).toBe('replace');
  });

  it('walking from transit to transit replaces; so do searches while typing and the first search of a list', () => {
    const open = { place: { ...START, transit: TRANSIT }, state: STATE };
    expect(decideStep(open, { ...START, transit: { ...TRANSIT, transitId: 'c3' }, page: 2 }, NOTHING)).toBe('replace');
    expect(decideStep({ place: { ...START, search: 0 }, state: STATE }, START, NOTHING)).toBe('replace');
    const typing = { place: START, state: { ...STATE, isDraft: true } };
    expect(decideStep(typing, { ...START, search: 8 }, { ...NOTHING, isDraft: true })).toBe('replace');
    expect(decideStep(typing, { ...START, search: 8 }, NOTHING)).toBe('push');
    expect(decideStep({ place: START, state: STATE }, { ...START }, NOTHING)).toBe('none');
  });
});
