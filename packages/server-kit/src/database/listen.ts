import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const RETRY_MS = 1000;

/** What a notification says; null: listening began (again), and anything may have been said before. */
export type OnWord = (word: string | null) => void;

/**
 * Calls `onWord` for every notification of a channel (a name of ours), and once after each (new) beginning: what was said while nobody
 * listened is looked for then. Ends with the signal.
 */
export async function listen(pool: Pool, channel: string, onWord: OnWord, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(pool, channel, onWord, signal);
    } catch {
      await wait(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function listenOnce(pool: Pool, channel: string, onWord: OnWord, signal: AbortSignal): Promise<void> {
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
    // It still listens: nobody else gets this connection.
    client.release(true);
  }
}
