import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const LISTEN_RETRY_MS = 1000;

/** Payload of a notification; null: listening (re)started, and earlier notifications may have been missed. */
export type OnNotify = (word: string | null) => void;

/**
 * Calls the callback for every notification of a channel, and with null after each (re)start, when the caller must
 * look for missed changes. Ends with the signal. `channel` must be a trusted name.
 */
export async function listen(pool: Pool, channel: string, onWord: OnNotify, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(pool, channel, onWord, signal);
    } catch {
      await wait(LISTEN_RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function listenOnce(pool: Pool, channel: string, onWord: OnNotify, signal: AbortSignal): Promise<void> {
  const client = await pool.connect();
  const ended = Promise.withResolvers<void>();
  const stop = (): void => ended.resolve();
  const hear = ({ payload }: { payload?: string | undefined }): void => onWord(payload ?? '');
  client.on('notification', hear);
  client.once('end', stop);
  client.once('error', stop);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(`listen ${channel}`);
    onWord(null);
    if (!signal.aborted) await ended.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    client.off('notification', hear);
    // The connection still listens, so it is closed instead of returned to the pool.
    client.release(true);
  }
}
