import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { IngestDeps } from './ingest.deps.ts';
import { takeTallyBefore, type TallyRow } from './ingest-tally.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';

/** Other processes of the plant flush their counts once a minute. */
const FLUSH_GRACE_MS = 2 * 60_000;
const HOUR_MS = 3_600_000;

/**
 * Writes one `ingest.summary` audit entry per key and finished hour: reads have no entries of their own, their rows are the
 * record (security rules, part 6). Fails, and is tried again later, while the log cannot be written. Returns the number of
 * entries.
 */
export async function recordIngestSummaries(
  needs: Pick<IngestDeps, 'pool' | 'auditSink' | 'ingestTally' | 'now'>,
): Promise<number> {
  await needs.ingestTally.flush();
  const currentHour = Math.floor((needs.now().getTime() - FLUSH_GRACE_MS) / HOUR_MS) * HOUR_MS;
  return inTransaction(needs.pool, async (runner) => {
    const rows = await takeTallyBefore(runner, toIsoInstant(currentHour));
    for (const row of rows) await needs.auditSink.record(toSummaryEntry(row));
    return rows.length;
  });
}

function toSummaryEntry({ hour, key_id: id, label, kind, outcomes }: TallyRow) {
  const { stored = 0, duplicate = 0, ...refused } = outcomes;
  return {
    action: 'ingest.summary',
    outcome: 'ok',
    actor: { kind: 'camera', id, name: label, group: kind, level: null, session: null },
    from: { ip: null, client: null },
    req: null,
    count: stored,
    detail: { hour, stored, duplicates: duplicate, refused },
  } as const;
}
