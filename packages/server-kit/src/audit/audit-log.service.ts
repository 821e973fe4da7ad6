import {
  type AuditExportQuery,
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  type AuditTotals,
  MAX_AUDIT_GROUPS,
  MAX_EXPORTED_ENTRIES,
} from '@varco/contract/audit-log.ts';
import type { FileResult } from '@varco/contract/endpoint.ts';
import type { Kysely } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { AuditNote } from '../http/call-context.ts';
import { formatAuditCsv, formatAuditLines } from './audit-file.ts';
import type { EntryFilter, LogPosition } from './audit-filter.sql.ts';
import {
  type AuditTables,
  countEntries,
  countUpTo,
  type GroupCount,
  readEntries,
  readLogHead,
} from './audit-read.repository.ts';
import { toAuditLogEntry } from './audit.view.ts';

type Db = Kysely<AuditTables>;

/** The call that reads the log, as its own entry records it. */
interface Reading {
  now(): string;
  audit(note: AuditNote): Promise<void>;
}

/** One page of the entries that match, newest first. Pages stay stable while entries are appended. */
export async function readAuditPage(
  db: Db,
  filter: EntryFilter,
  page: { readonly limit: number; readonly before?: LogPosition | undefined },
): Promise<Omit<AuditPage, 'totals'>> {
  const { rows, hasMore } = await readEntries(db, filter, page);
  const entries = rows.map(toAuditLogEntry);
  const last = entries.at(-1);
  return { entries, next: hasMore && last !== undefined ? { epoch: last.epoch, seq: last.seq } : null };
}

/** Searches the whole log and records that with the question; one entry for each call. */
export async function searchAuditLog(db: Db, query: AuditQuery, reading: Reading): Promise<AuditPage> {
  const { before, limit, with_totals: withTotals, ...filter } = query;
  const [page, counts] = await Promise.all([
    readAuditPage(db, filter, { limit, before }),
    withTotals ? countEntries(db, filter) : null,
  ]);
  await reading.audit({ count: page.entries.length, detail: { own: false, ...query } });
  return { ...page, totals: counts === null ? null : toTotals(counts) };
}

function toTotals(counts: readonly GroupCount[]): AuditTotals {
  const people = counts.filter(({ kind }) => kind === 'person');
  const actions = counts.filter(({ kind }) => kind === 'action');
  const sumOthers = (groups: readonly GroupCount[]): number =>
    groups.slice(MAX_AUDIT_GROUPS).reduce((sum, { entries }) => sum + entries, 0);
  return {
    entries: counts.find(({ kind }) => kind === 'all')?.entries ?? 0,
    people: people.slice(0, MAX_AUDIT_GROUPS).map(({ name, entries }) => ({ name, entries })),
    actions: actions.slice(0, MAX_AUDIT_GROUPS).map(({ name, entries }) => ({ action: name ?? '', entries })),
    others: { people: sumOthers(people), actions: sumOthers(actions) },
  };
}

/**
 * The matching entries as a file, newest first; recorded with their number before the file is sent. Throws
 * `conflict`/`too_many_rows` above `MAX_EXPORTED_ENTRIES`.
 */
export async function exportAuditLog(
  db: Db,
  { format, ...filter }: AuditExportQuery,
  reading: Reading,
): Promise<FileResult> {
  if ((await countUpTo(db, filter, MAX_EXPORTED_ENTRIES + 1)) > MAX_EXPORTED_ENTRIES)
    throw new AppError('conflict', { sub: 'too_many_rows' });
  const { rows } = await readEntries(db, filter, { limit: MAX_EXPORTED_ENTRIES });
  const exportedAt = reading.now();
  const text = format === 'csv' ? formatAuditCsv(rows) : await formatLines(db, rows, filter, exportedAt);
  const bytes = Buffer.from(text, 'utf8');
  await reading.audit({ count: rows.length, bytes: bytes.length, detail: { format, ...filter } });
  return {
    bytes,
    type: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    fileName: `registro-${exportedAt.slice(0, 10)}.${format}`,
  };
}

async function formatLines(
  db: Db,
  rows: Parameters<typeof formatAuditLines>[0],
  filter: AuditFilter,
  exportedAt: string,
): Promise<string> {
  const log = await readLogHead(db);
  if (log === null) throw new AppError('unavailable', { sub: 'audit_unavailable' });
  return formatAuditLines(rows, { origin: log.origin, checkpoint: log.note, filter, exportedAt });
}
