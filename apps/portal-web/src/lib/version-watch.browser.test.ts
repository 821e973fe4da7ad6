import { afterEach, expect, test, vi } from 'vitest';
import { useNotices } from './notices/notices.store.ts';
import { usePopups } from './notices/popup.store.ts';
import { watchVersion } from './version-watch.ts';

afterEach(() => {
  vi.useRealTimers();
});

const asked = (): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/version')).length;

test('VER-01 VER-02 the version is asked for each 60 s; a failed question shows nothing and is asked again', async () => {
  performance.clearResourceTimings();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = watchVersion();
  // The portal of these tests does not know the call: every question fails.
  await expect.poll(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(asked).toBe(2);
  expect(useNotices.getState().list).toEqual([]);
  expect(usePopups.getState().newVersion).toBeNull();
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked()).toBe(2);
});
