import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLIENT_VERSION } from './api/client-version.ts';
import { useNotices } from './notices/notices.store.ts';
import { NO_POPUPS, usePopups } from './notices/popup.store.ts';
import { watchVersion } from './version-watch.ts';

const setTestPortal = (name: string, body: object = {}): Promise<Response> =>
  fetch(`/test-portal/${name}`, { method: 'POST', body: JSON.stringify(body) });

beforeEach(() => setTestPortal('reset'));
afterEach(() => {
  vi.useRealTimers();
  usePopups.setState(NO_POPUPS);
});

const countVersionRequests = (): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/version')).length;

test('PTAPI-08 TERR-04 VER-01 VER-02 the version is polled every 60 s; a failed poll is silent and retried', async () => {
  performance.clearResourceTimings();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = watchVersion();
  // The portal responds with 500.
  await expect.poll(countVersionRequests).toBe(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(countVersionRequests()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(countVersionRequests).toBe(2);
  expect(useNotices.getState().list).toEqual([]);
  expect(usePopups.getState().newVersion).toBeNull();
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(countVersionRequests()).toBe(2);
});

test('TERR-03 VER-03 a portal that serves a newer version offers it; the same or an older one is no news', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await setTestPortal('version', { version: CLIENT_VERSION });
  performance.clearResourceTimings();
  const stop = watchVersion();
  await expect.poll(countVersionRequests).toBe(1);
  expect(usePopups.getState().newVersion).toBeNull();
  await setTestPortal('version', { version: '9.9.9' });
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => usePopups.getState().newVersion).toBe('9.9.9');
  stop();
});
