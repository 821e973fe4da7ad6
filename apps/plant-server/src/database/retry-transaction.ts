import { setTimeout as wait } from 'node:timers/promises';

const RETRIED_CODES = /^(?:40|08|57P0|25006|XX000)/;
const RETRIED_SYSTEM_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT']);
const ATTEMPTS = 6;

/** True for errors after which the same transaction can be repeated. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    return RETRIED_CODES.test(error.code) || RETRIED_SYSTEM_CODES.has(error.code);
  }
  return error.message.startsWith('Connection terminated');
}

/**
 * Repeats `work`, up to six attempts within about 3 s, when it was rolled back by a deadlock or the connection was
 * lost. `work` must be one whole transaction and safe to repeat.
 */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
      await wait(50 * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  }
}
