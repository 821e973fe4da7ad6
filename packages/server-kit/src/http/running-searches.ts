import type { Endpoint } from '@varco/contract/endpoint.ts';
import { AppError } from '../errors/app-error.ts';
import type { Viewer } from './viewer.ts';

/** Concurrent searches of one person in one process (security rules, part 9). */
const MAX_RUNNING_SEARCHES = 4;

export interface RunningSearches {
  /**
   * Runs a search unless the person has four running already; other calls are not limited. Throws
   * `rate_limit_exceeded`.
   */
  run<T>(endpoint: Endpoint, viewer: Viewer | null, work: () => Promise<T>): Promise<T>;
}

export function createRunningSearches(): RunningSearches {
  const running = new Map<string, number>();
  return {
    async run(endpoint, viewer, work) {
      const id = viewer?.actor.id ?? null;
      if (endpoint.limit !== 'search' || id === null) return work();
      const count = running.get(id) ?? 0;
      if (count >= MAX_RUNNING_SEARCHES) throw new AppError('rate_limit_exceeded', { retryAfterS: 1 });
      running.set(id, count + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(id) ?? 1) - 1;
        if (left === 0) running.delete(id);
        else running.set(id, left);
      }
    },
  };
}
