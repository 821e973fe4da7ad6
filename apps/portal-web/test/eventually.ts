import { vi } from 'vitest';

/** Retries a check until it passes, for at most ten seconds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 });
