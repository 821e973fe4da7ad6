import type { AuditFilter } from '@varco/contract/audit-log.ts';
import { toBase64Url } from '@varco/domain/audit/audit-bytes.ts';
import { formatCsv } from '../http/csv-text.ts';
import type { VerifiableRow } from './audit-read.repository.ts';
import { toAuditLogEntry } from './audit.view.ts';

const CSV_HEAD: readonly string[] = [
  'data_ora',
  'persona',
  'gruppo',
  'livello',
  'azione',
  'esito',
  'righe',
  'byte',
  'indirizzo',
  'programma',
  'motivo',
  'fascicolo',
  'testo_motivo',
  'dettaglio',
  'epoca',
  'numero',
  'hash',
];

/** Entries as CSV for a spreadsheet; cells that could be taken for formulas are guarded. */
export const formatAuditCsv = (rows: readonly VerifiableRow[]): string =>
  formatCsv([CSV_HEAD, ...rows.map(toCsvCells)]);

function toCsvCells(row: VerifiableRow): readonly string[] {
  const { at, actor, action, outcome, count, bytes, from, reason, detail, epoch, seq, hash } = toAuditLogEntry(row);
  const cells = [
    at,
    actor.name,
    actor.group,
    actor.level,
    action,
    outcome,
    count,
    bytes,
    from.ip,
    from.client,
    reason?.code,
    reason?.case,
    reason?.text,
    detail === null ? null : JSON.stringify(detail),
    epoch,
    seq,
    hash,
  ];
  return cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell)));
}

/** What a reader of the file needs besides its lines. */
export interface AuditFileHead {
  /** Name of the log, as in its checkpoints. */
  readonly origin: string;
  /** The newest signed checkpoint; null: none was signed yet. */
  readonly checkpoint: string | null;
  readonly filter: AuditFilter;
  readonly exportedAt: string;
}

/**
 * Entries as JSON lines. The first line names the log and has its signed checkpoint; each further line has the bytes
 * that were hashed: `hash` is SHA-256 of `varco-audit:v1\n`, `previous` and `entry`, and the entry's `detail` is
 * SHA-256 of `varco-audit-detail:v1\n`, `salt` and the text of the detail (ADR 0008). Bytes are base64url.
 */
export function formatAuditLines(rows: readonly VerifiableRow[], head: AuditFileHead): string {
  const first = {
    kind: 'varco-audit-export',
    version: 1,
    origin: head.origin,
    exported_at: head.exportedAt,
    filter: head.filter,
    entries: rows.length,
    checkpoint: head.checkpoint,
  };
  const lines = rows.map((row) => ({
    epoch: row.epoch,
    seq: Number(row.seq),
    entry: row.body,
    detail: row.detail,
    salt: row.salt === null ? null : toBase64Url(row.salt),
    previous: toBase64Url(row.previous),
    hash: toBase64Url(row.hash),
  }));
  return [first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}
