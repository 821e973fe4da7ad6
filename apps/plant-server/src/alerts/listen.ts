import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const RETRY_MS = 1000;

/**
 * Calls `onWord` for every notification of a channel (a name of ours), and once after each (new) beginning: what was said while nobody
 * listened is looked for then. Ends with the signal.
 */
export async function listen(pool: Pool, channel: string, onWord: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(pool, channel, onWord, signal);
    } catch {
      await wait(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function listenOnce(pool: Pool, channel: string, onWord: () => void, signal: AbortSignal): Promise<void> {
  const client = await pool.connect();
  const ended = Promise.withResolvers<void>();
  const stop = (): void => ended.resolve();
  client.on('notification', onWord);
  client.once('end', stop);
  client.once('error', stop);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(`listen ${channel}`);
    onWord();
    if (!signal.aborted) await ended.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    client.off('notification', onWord);
    // It still listens: nobody else gets this connection.
    client.release(true);
  }
}
