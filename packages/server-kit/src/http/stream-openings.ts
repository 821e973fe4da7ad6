import { createHash } from 'node:crypto';

/** How long the entry of an opening covers the same opening. */
export const COVERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 20_000;

/** Openings of streams that are in the log, of this process: after a restart each is recorded once more. */
export interface StreamOpenings {
  /**
   * Runs `record` unless it succeeded for the same opening in the last ten minutes. Rejects when it does; the next call
   * tries again.
   */
  once(opening: string, record: () => Promise<void>): Promise<void>;
}

export function createStreamOpenings(now: () => Date): StreamOpenings {
  // By hash, since an opening may name plates. In the order in which they were recorded.
  const recordedMs = new Map<string, number>();

  function removeOld(nowMs: number): void {
    for (const [key, atMs] of recordedMs) {
      if (recordedMs.size <= MAX_REMEMBERED && nowMs - atMs < COVERED_MS) return;
      recordedMs.delete(key);
    }
  }

  return {
    async once(opening, record) {
      const key = createHash('sha256').update(opening).digest('base64url');
      const nowMs = now().getTime();
      const atMs = recordedMs.get(key);
      // A clock that was set back covers nothing.
      if (atMs !== undefined && nowMs >= atMs && nowMs - atMs < COVERED_MS) return;
      await record();
      recordedMs.delete(key);
      recordedMs.set(key, nowMs);
      removeOld(nowMs);
    },
  };
}
