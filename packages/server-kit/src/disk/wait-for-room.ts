import { setTimeout as delay } from 'node:timers/promises';
import type { StorageVolume } from '@varco/contract/endpoint.ts';
import type { DiskGuard } from './disk-guard.ts';

const POLL_MS = 500;

/**
 * Resolves when the volume is above its reserve. For work in the background that takes room: it keeps its claim and
 * goes on at once, where a postponed job would wait for its next try. Rejects when the signal aborts.
 */
export async function waitForRoom(
  guard: Pick<DiskGuard, 'state'>,
  volume: StorageVolume,
  signal: AbortSignal,
): Promise<void> {
  while (guard.state(volume) !== 'ok') await delay(POLL_MS, undefined, { signal });
}
