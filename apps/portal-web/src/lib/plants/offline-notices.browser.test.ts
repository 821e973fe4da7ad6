import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VaultItem } from '@varco/vault/item.ts';
import { dismissAll, useNotices } from '../notices/notices.store.ts';
import { notifyCredentialStates } from './credential-notices.ts';
import { clearPlants, isRefused, patchPlant, setPlants, usePlants } from './plant-store.ts';

const ITEM: VaultItem = {
  url: 'https://cesena.example',
  label: 'Cesena',
  username: 'rossi',
  password: 'Segreto-09',
  enabled: true,
  uuid: null,
  pin: null,
  rev: 1,
};

let stop: () => void = () => undefined;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00.000Z') });
  stop = notifyCredentialStates();
});
afterEach(() => {
  stop();
  clearPlants();
  dismissAll();
  vi.useRealTimers();
});

/** What a page load says about a plant whose sign-in fails like this. */
function countNoticesOfLoad(reason: 'unreachable' | 'credentials'): number {
  clearPlants();
  dismissAll();
  setPlants(new Map([['c1', ITEM]]), []);
  patchPlant('c1', { state: 'bad', reason });
  return useNotices.getState().list.length;
}

test('an offline plant is told once a day, a refused password at every load', () => {
  expect(countNoticesOfLoad('unreachable')).toBe(1);
  expect(countNoticesOfLoad('unreachable')).toBe(0);
  expect(countNoticesOfLoad('credentials')).toBe(1);
  expect(countNoticesOfLoad('credentials')).toBe(1);
  vi.setSystemTime(Date.parse('2026-11-20T23:30:00.000Z'));
  expect(countNoticesOfLoad('unreachable')).toBe(1);
  expect(countNoticesOfLoad('unreachable')).toBe(0);
});

test('a plant that refuses the account is told apart from one that does not answer', () => {
  setPlants(new Map([['c1', ITEM]]), []);
  const isRefusedWith = (change: Parameters<typeof patchPlant>[1]): boolean => {
    patchPlant('c1', change);
    const plant = usePlants.getState().plants.get('c1');
    return plant !== undefined && isRefused(plant);
  };
  expect(isRefusedWith({ state: 'bad', reason: 'credentials' })).toBe(true);
  expect(isRefusedWith({ state: 'expired', reason: 'user_expired' })).toBe(true);
  expect(isRefusedWith({ state: 'bad', reason: 'unreachable' })).toBe(false);
  expect(isRefusedWith({ state: 'bad', reason: 'timeout' })).toBe(false);
  expect(isRefusedWith({ state: 'verifying', reason: null })).toBe(false);
});
