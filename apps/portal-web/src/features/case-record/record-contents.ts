import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import type { AuditSource } from '../../lib/audit/audit.api.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';

/** A part of an export that a plant made under the case. */
export interface ExportedPart {
  /** Id of the export, the same on every plant. */
  readonly export: string;
  readonly source: AuditSource;
  readonly at: string;
  readonly person: string | null;
  readonly transits: number;
  readonly pictures: number;
  readonly bytes: number;
  /** Of the part, hexadecimal, as the plant recorded it; null: the detail of the entry is gone. */
  readonly sha256: string | null;
  /** It holds everything that was asked for. */
  readonly isWhole: boolean;
}

const readText = (detail: AuditLogEntry['detail'], name: string): string | null => {
  const value = detail?.[name];
  return typeof value === 'string' ? value : null;
};
const readNumber = (detail: AuditLogEntry['detail'], name: string): number => {
  const value = detail?.[name];
  return typeof value === 'number' ? value : 0;
};

/** The parts of exports among the entries, newest first. */
export const listExportedParts = (rows: readonly SourcedEntry[]): readonly ExportedPart[] =>
  rows
    .filter(({ entry }) => entry.action === 'exports.deliver')
    .map(({ source, entry: { at, actor, count, bytes, outcome, detail } }) => ({
      export: readText(detail, 'export') ?? '',
      source,
      at,
      person: actor.name,
      transits: count ?? 0,
      pictures: readNumber(detail, 'pictures'),
      bytes: bytes ?? 0,
      sha256: readText(detail, 'sha256'),
      isWhole: outcome === 'ok',
    }));

/** A transit that was opened, noted or corrected under the case. */
export interface RecordedTransit {
  readonly source: AuditSource;
  readonly id: string;
  /** As the log names it. */
  readonly plate: string;
  /** When it was last worked on. */
  readonly at: string;
  readonly hasNote: boolean;
}

const WORKED_ON: ReadonlySet<string> = new Set([
  'transits.read',
  'transits.reads',
  'transits.add-note',
  'transits.correct-plate',
]);

/** Each transit that was worked on with success, once, the latest first. Rows are newest first. */
export function listRecordedTransits(rows: readonly SourcedEntry[]): readonly RecordedTransit[] {
  const found = new Map<string, RecordedTransit>();
  for (const { source, entry } of rows) {
    const id = readText(entry.detail, 'id');
    if (id === null || entry.outcome !== 'ok' || !WORKED_ON.has(entry.action)) continue;
    const key = `${source} ${id}`;
    const hasNote = entry.action === 'transits.add-note';
    const known = found.get(key);
    const { at, detail } = entry;
    if (known === undefined) found.set(key, { source, id, plate: readText(detail, 'plate') ?? '', at, hasNote });
    else if (hasNote) found.set(key, { ...known, hasNote });
  }
  return [...found.values()];
}
