import { describe, expect, it } from 'vitest';
import { formatJobTable, isShortEnough } from './job-table.ts';
import { PEER_JOBS, type PeerJob } from './peer-jobs.ts';
import { JOBS } from './run-job.ts';

const takes = (actions: number | null): PeerJob => ({ actions, pageLoads: 0, how: '', files: [] });

describe('the comparison with the peer', () => {
  it('a job is short enough with half of the actions, its clicks included, and is not compared without a function there', () => {
    expect(isShortEnough({ keys: 2, clicks: 0, peer: takes(4) })).toBe(true);
    expect(isShortEnough({ keys: 2, clicks: 1, peer: takes(4) })).toBe(false);
    expect(isShortEnough({ keys: 1, clicks: 0, peer: takes(null) })).toBeNull();
  });

  it('every job is in the table and was looked for in the peer', () => {
    expect(JOBS).toHaveLength(12);
    expect(JOBS.map(({ id }) => id).toSorted()).toEqual(Object.keys(PEER_JOBS).toSorted());
    const count = { keys: 3, characters: 6, clicks: 0, waitedMs: 4_481, totalMs: 5_440 };
    const [job] = JOBS;
    const table = formatJobTable([{ id: job?.id ?? '', title: job?.title ?? '', start: '', ...count, peer: takes(5) }]);
    expect(table).toMatch(/last night {2}.*3 +6 +0 +4\.5 +5\.4 +5 +no$/);
  });
});
