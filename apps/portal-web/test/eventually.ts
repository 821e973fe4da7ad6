import { vi } from 'vitest';

/** Tries a check again until it holds: at once on a quiet machine, within ten seconds on a busy one. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 });
