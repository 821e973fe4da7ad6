import { formatTable } from '../report/table.ts';
import type { JobCount } from './counted-keyboard.ts';
import type { PeerJob } from './peer-jobs.ts';

/** One job, what it cost here, and what it takes in the peer. */
export interface JobResult extends JobCount {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly peer: PeerJob | null;
}

/** Share of the peer's actions above which a shorter way is looked for. */
const TARGET_SHARE = 0.5;

/** Whether a job takes at most half of the peer's actions; null where the peer cannot do it. */
export function isShortEnough({ keys, clicks, peer }: Pick<JobResult, 'keys' | 'clicks' | 'peer'>): boolean | null {
  const theirs = peer?.actions ?? null;
  return theirs === null ? null : keys + clicks <= theirs * TARGET_SHARE;
}

const formatSeconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The jobs as a table with aligned columns. */
export function formatJobTable(results: readonly JobResult[]): string {
  return formatTable([
    ['job', 'keys', 'typed', 'clicks', 'waited s', 'total s', 'peer', 'at most half'],
    ...results.map((result) => {
      const isShort = isShortEnough(result);
      return [
        result.title,
        String(result.keys),
        String(result.characters),
        String(result.clicks),
        formatSeconds(result.waitedMs),
        formatSeconds(result.totalMs),
        String(result.peer?.actions ?? 'no function'),
        isShort === null ? '' : isShort ? 'yes' : 'no',
      ];
    }),
  ]);
}
