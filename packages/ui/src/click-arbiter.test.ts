import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClickArbiter } from './click-arbiter.ts';

describe('createClickArbiter', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function recorder(): { log: string[]; on: { single: () => void; double: () => void } } {
    const log: string[] = [];
    return { log, on: { single: () => log.push('single'), double: () => log.push('double') } };
  }

  test('TBL-11 one click counts after 200 ms, not before', () => {
    const { log, on } = recorder();
    createClickArbiter().click('a', on);
    vi.advanceTimersByTime(199);
    expect(log).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(['single']);
  });

  test('TBL-12 a second click within 200 ms is a double click and the single one never comes', () => {
    const { log, on } = recorder();
    const arbiter = createClickArbiter();
    arbiter.click('a', on);
    vi.advanceTimersByTime(150);
    arbiter.click('a', on);
    vi.advanceTimersByTime(1000);
    expect(log).toEqual(['double']);
  });

  test('two slow clicks are two single ones; a quick click elsewhere replaces the first', () => {
    const { log, on } = recorder();
    const arbiter = createClickArbiter();
    arbiter.click('a', on);
    vi.advanceTimersByTime(250);
    arbiter.click('a', on);
    vi.advanceTimersByTime(100);
    arbiter.click('b', { single: () => log.push('b'), double: () => log.push('bb') });
    vi.advanceTimersByTime(1000);
    expect(log).toEqual(['single', 'b']);
  });

  test('a cancelled click never runs', () => {
    const { log, on } = recorder();
    const arbiter = createClickArbiter();
    arbiter.click('a', on);
    arbiter.cancel();
    vi.advanceTimersByTime(1000);
    expect(log).toEqual([]);
  });
});
