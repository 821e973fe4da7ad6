import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';

/** Kinds of what is done under a case, in the order in which they are listed. */
export const RECORD_KINDS = [
  'search',
  'open',
  'picture',
  'analysis',
  'lookUp',
  'list',
  'alert',
  'note',
  'export',
  'approval',
  'log',
  'other',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Kinds by action; of an action that is not named, the kind of its subject. */
const KINDS_BY_ACTION: ReadonlyMap<string, RecordKind> = new Map([
  ['transits.read', 'open'],
  ['transits.reads', 'open'],
  ['transits.picture', 'picture'],
  ['transits.picture-tickets', 'picture'],
  ['transits.correct-plate', 'note'],
  ['transits.add-note', 'note'],
  ['transits.remove-note', 'note'],
  ['transits.print', 'export'],
  ['transits.destinations', 'analysis'],
  ['transits.locate', 'other'],
  ['transits.watch', 'other'],
]);
const KINDS_BY_SUBJECT: ReadonlyMap<string, RecordKind> = new Map([
  ['transits', 'search'],
  ['analysis', 'analysis'],
  ['accomplices', 'analysis'],
  ['suspects', 'analysis'],
  ['lookups', 'lookUp'],
  ['blacklist', 'list'],
  ['whitelist', 'list'],
  ['figurehead', 'list'],
  ['alerts', 'alert'],
  ['exports', 'export'],
  ['approvals', 'approval'],
  ['audit', 'log'],
  ['review', 'log'],
]);

/** The kind of an action of the log. */
export function findKind(action: string): RecordKind {
  const [subject = ''] = action.split('.');
  return KINDS_BY_ACTION.get(action) ?? KINDS_BY_SUBJECT.get(subject) ?? 'other';
}

/** What of a record is shown; null: everything. */
export interface RecordFilter {
  readonly kind: RecordKind | null;
  /** Login name as recorded. */
  readonly person: string | null;
  readonly source: string | null;
}

export const WHOLE_RECORD: RecordFilter = { kind: null, person: null, source: null };

/** The rows that a filter lets through, in their order. */
export const filterRecord = (
  rows: readonly SourcedEntry[],
  { kind, person, source }: RecordFilter,
): readonly SourcedEntry[] =>
  rows.filter(
    (row) =>
      (kind === null || findKind(row.entry.action) === kind) &&
      (person === null || row.entry.actor.name === person) &&
      (source === null || row.source === source),
  );

/** Number of rows of each kind that occurs, in the order of the kinds. */
export function countKinds(rows: readonly SourcedEntry[]): readonly (readonly [RecordKind, number])[] {
  const counts = new Map<RecordKind, number>();
  for (const { entry } of rows) {
    const kind = findKind(entry.action);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return RECORD_KINDS.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [[kind, count] as const];
  });
}

/** Login names that occur, in alphabetical order. */
export const listPeople = (rows: readonly SourcedEntry[]): readonly string[] =>
  [...new Set(rows.flatMap(({ entry }) => entry.actor.name ?? []))].toSorted((a, b) => a.localeCompare(b));
