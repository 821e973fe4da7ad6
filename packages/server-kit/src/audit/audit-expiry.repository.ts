import type { Pool } from 'pg';
import type { AuditSink } from './audit-sink.ts';

const RETENTION_ACTOR = {
  kind: 'system',
  id: null,
  name: 'retention',
  group: null,
  level: null,
  session: null,
} as const;

export interface ExpiryResult {
  readonly entries: number;
  readonly details: number;
}

/**
 * Removes entries older than the retention period (5 years), after appending an entry that announces it; runs every
 * day, and writes its entry even when nothing is removed. The hashes stay, so the log still verifies (security, part
 * 6).
 */
export async function removeExpiredEntries(pool: Pool, sink: AuditSink): Promise<ExpiryResult> {
  const { rows } = await pool.query<{
    epoch: number;
    through: string;
    count: string;
    cutoff: string;
    oldest_left: string | null;
    keep_years: number;
  }>(
    `with term as (select keep_years, clock_timestamp() - make_interval(years => keep_years) as cutoff from audit_policy),
          newest as (select max(epoch) as epoch from audit_log),
          bound as (
            select coalesce((select min(seq) - 1 from audit_entry e, term t where e.epoch = n.epoch and e.at >= t.cutoff), 0) as through
              from newest n)
     select n.epoch, b.through, t.keep_years, t.cutoff::text as cutoff,
            (select count(*) from audit_entry e where e.epoch = n.epoch and e.seq <= b.through) as count,
            (select min(at)::text from audit_entry e where e.epoch = n.epoch and e.seq > b.through) as oldest_left
       from newest n, bound b, term t where n.epoch is not null`,
  );
  const [found] = rows;
  if (found === undefined) return { entries: 0, details: 0 };
  const count = Number(found.count);
  const receipt = await sink.record({
    action: 'audit.expire',
    outcome: 'ok',
    actor: RETENTION_ACTOR,
    from: { ip: null, client: null },
    req: null,
    count,
    detail: {
      through: Number(found.through),
      term_years: found.keep_years,
      cutoff: found.cutoff,
      oldest_left: found.oldest_left,
    },
  });
  if (count === 0) return { entries: 0, details: 0 };
  const removed = await pool.query<{ entries: string; details: string }>(
    'select entries, details from audit_expire($1, $2, $3)',
    [found.epoch, found.through, receipt.seq],
  );
  return { entries: Number(removed.rows[0]?.entries ?? 0), details: Number(removed.rows[0]?.details ?? 0) };
}
