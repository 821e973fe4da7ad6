import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OWNER_SPINNER_MS, createOwnerQuery } from './owner-look-up.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('DET-13 the spinner stays two seconds even when the plant fails at once; then nothing is known', async () => {
  expect(OWNER_SPINNER_MS).toBe(2_000);
  let found: unknown = 'asking';
  const client = new QueryClient();
  // No session exists for this plant, so the call fails before it is sent.
  void client.fetchQuery(createOwnerQuery(-7, 'GK508RB')).then((owner) => {
    found = owner;
  });
  await vi.advanceTimersByTimeAsync(OWNER_SPINNER_MS - 1);
  expect(found).toBe('asking');
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toBeNull();
});
