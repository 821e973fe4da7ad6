import { buildSystemOrigin } from '../../context/system-origin.ts';
import { parseInstantMs, toRomeHour } from '@varco/domain/time/rome.ts';
import type { RetentionDeps } from './retention.deps.ts';
import { readDueTables, rewriteTable, type RewriteOutcome } from './rewrite-due.repository.ts';

const HOUR_MS = 3_600_000;
/** Hours of Rome in which tables may be locked. */
const NIGHT = { from: 2, to: 5 };
/** A server that is off at night rewrites by day, so that the bytes are gone within a day. */
const MAX_WAIT_MS = 18 * HOUR_MS;
/**
 * A larger table would be locked for too long: searches wait for a past month, about 20 seconds, and ingest for the others, about
 * eight. Statements of the server end after 30 seconds.
 */
const MAX_BYTES = { month: 640 * 2 ** 20, other: 256 * 2 ** 20 };
const isMonth = (name: string): boolean => /_\d{4}_\d{2}$/.test(name);

/** Names of tables by what became of them. */
export type RewriteResult = Readonly<Record<RewriteOutcome, readonly string[]>>;

/**
 * Rewrites the tables that lost rows, because PostgreSQL leaves the bytes of deleted rows in its files (ADR 0009). Works at night, or
 * when a table has waited too long; records the run. Null: nothing was due, or the log is not writable.
 */
export async function rewriteDeleted(
  { pool, store, auditSink, now }: Pick<RetentionDeps, 'pool' | 'store' | 'auditSink' | 'now'>,
  signal: AbortSignal,
  maxBytes: typeof MAX_BYTES = MAX_BYTES,
): Promise<RewriteResult | null> {
  if (!auditSink.isWritable()) return null;
  const nowMs = now().getTime();
  const hour = toRomeHour(nowMs);
  const isNight = hour >= NIGHT.from && hour < NIGHT.to;
  const due = (await readDueTables(store.runner)).filter(
    ({ since }) => isNight || nowMs - parseInstantMs(since) > MAX_WAIT_MS,
  );
  if (due.length === 0) return null;
  const result: Record<RewriteOutcome, string[]> = { done: [], absent: [], large: [], busy: [] };
  for (const { name } of due) {
    if (signal.aborted) break;
    result[await rewriteTable(pool, name, isMonth(name) ? maxBytes.month : maxBytes.other)].push(name);
  }
  await auditSink.record({
    action: 'retention.rewrite',
    outcome: result.large.length + result.busy.length > 0 || signal.aborted ? 'partial' : 'ok',
    ...buildSystemOrigin('retention'),
    count: result.done.length,
    detail: { rewritten: result.done, too_large: result.large, busy: result.busy },
  });
  return result;
}
