import { setTimeout as delay } from 'node:timers/promises';
import { equalBytes } from '@varco/domain/audit/audit-bytes.ts';
import { computeGenesisHash } from '@varco/domain/audit/audit-hash.ts';
import { LogVerifier } from '@varco/domain/audit/audit-verify.ts';
import type { LogFlaw } from '@varco/domain/audit/log-removals.ts';
import { readAnnouncements } from '@varco/domain/audit/range-verifier.ts';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Log } from '../log/log.ts';
import type { ServerMetric } from '../metrics/own-metrics.ts';
import {
  findStrayEpoch,
  readStoredAnnouncements,
  readStoredLogs,
  readStoredRows,
  type StoredLog,
} from './audit-verify.repository.ts';
import { sha256OfParts } from './sha256.ts';

/** A page takes a few milliseconds; a larger one would keep calls waiting. */
const PAGE_SIZE = 250;
/** Pause after a page, as a multiple of its time: the check takes at most a quarter of one core. */
const PAUSE_RATIO = 3;

/** The first entry that does not fit. */
export interface BrokenEntry {
  readonly epoch: number;
  readonly seq: number;
  readonly flaw: LogFlaw;
}

/** The check of a server's own log, and its last result for monitoring. */
export interface OwnLogCheck {
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly metrics: readonly ServerMetric[];
}

/**
 * Checks that no stored row of the consultation log was changed (ADR 0008). Witnesses see only the tree: they notice a
 * tree that was made anew, not a row that no longer fits its hash.
 */
export function createOwnLogCheck(pool: Pool, log: Log): OwnLogCheck {
  const broken = new Gauge({
    name: 'varco_audit_broken',
    help: 'Whether the last check of the consultation log by this process found a changed entry',
    registers: [],
  });
  const verifiedAt = new Gauge({
    name: 'varco_audit_verified_timestamp_seconds',
    help: 'When this process last found the whole consultation log unchanged',
    registers: [],
  });
  // Without a value until the first check, because 0 would say that the log is whole.
  broken.remove();
  verifiedAt.remove();
  return {
    metrics: [broken, verifiedAt],
    async run(signal) {
      const found = await findBrokenEntry(pool, signal);
      broken.set(found === null ? 0 : 1);
      if (found === null) verifiedAt.setToCurrentTime();
      else log.error('consultation log broken', { code: found.flaw, subCode: `${found.epoch}/${found.seq}` });
    },
  };
}

/**
 * Checks all epochs of the log in pages, while the server writes. Returns the first entry that does not fit; null: the
 * log is whole. Rejects when the signal aborts or the database fails.
 */
export async function findBrokenEntry(pool: Pool, signal: AbortSignal): Promise<BrokenEntry | null> {
  // The recorded sizes are read first: entries added later cannot make the log appear truncated.
  for (const stored of await readStoredLogs(pool)) {
    const found = await checkEpoch(pool, stored, signal);
    if (found !== null) return { epoch: stored.epoch, ...found };
  }
  const stray = await findStrayEpoch(pool);
  return stray === null ? null : { epoch: stray, seq: 1, flaw: 'place' };
}

async function checkEpoch(
  pool: Pool,
  { epoch, log, origin, genesis, noted }: StoredLog,
  signal: AbortSignal,
): Promise<Omit<BrokenEntry, 'epoch'> | null> {
  const expected = computeGenesisHash(sha256OfParts, origin);
  if (!equalBytes(expected, genesis)) return { seq: 1, flaw: 'link' };
  const before = { seq: 0, hash: expected };
  const verifier = new LogVerifier({ sha256: sha256OfParts, log, epoch, before });
  let after = 0;
  for (;;) {
    const startedAt = performance.now();
    const page = await readStoredRows(pool, epoch, after, PAGE_SIZE);
    if (page.some((row) => verifier.push(row) !== null) || page.length < PAGE_SIZE) break;
    after = page.at(-1)?.seq ?? after;
    await delay((performance.now() - startedAt) * PAUSE_RATIO, undefined, { signal });
  }
  // Behind a flaw too it counts what entries announced, or rows removed long ago would be named as the first flaw.
  const announced = readAnnouncements(sha256OfParts, await readStoredAnnouncements(pool, epoch, after));
  const verdict = verifier.finish({ announced, noted });
  return verdict.state === 'broken' ? { seq: verdict.seq, flaw: verdict.flaw } : null;
}
