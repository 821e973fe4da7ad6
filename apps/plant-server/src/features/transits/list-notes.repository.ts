import { sql, type RawBuilder } from 'kysely';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import type { Condition, Visibility } from '../../policy/visible-transits.sql.ts';
import { fetchTransits, type TransitRow } from './fetch-transits.repository.ts';
import { NOTE_COLUMNS, type NoteRow, WITH_AUTHOR } from './transit-notes.repository.ts';

/** Which notes to list. Null: all. */
export interface NoteFilter {
  readonly caseNumber: string | null;
  readonly tag: string | null;
  /** Contained in the text, whatever case and accents. */
  readonly text: string | null;
  /** User whose notes are wanted. */
  readonly author: string | null;
  /** Contained in the username of the author, in the same way. */
  readonly authorName: string | null;
  /** When the note was written, ISO, half-open. */
  readonly from: string | null;
  readonly to: string | null;
  /** Last note of the previous page; `madeAt` null: not known to the caller. */
  readonly after: { readonly note: string; readonly madeAt: string | null } | null;
  readonly limit: number;
}

type KeyedNoteRow = NoteRow & Pick<TransitRow, 'plate' | 'ts' | 'id'>;

/** A note and the columns of its transit that a list shows. */
export type ListedNoteRow = KeyedNoteRow & Pick<TransitRow, 'gate' | 'nation' | 'province' | 'corrected'>;

/** A text without case and accents, as migration 0093 folds the text of a note. */
const fold = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g'))`;

/** Whether a folded text contains another text. No pattern, so that `%` and `_` are characters like any other. */
const contains = (folded: RawBuilder<unknown>, text: string): Condition =>
  sql<boolean>`strpos(${folded}, ${fold(sql`${text}::text`)}) > 0`;

function listConditions(filter: NoteFilter): readonly Condition[] {
  const { caseNumber, tag, text, author, authorName, from, to, after } = filter;
  return [
    sql<boolean>`true`,
    ...(caseNumber === null ? [] : [sql<boolean>`n.case_number = ${caseNumber}`]),
    ...(tag === null ? [] : [sql<boolean>`n.tags @> array[${tag}]`]),
    ...(author === null ? [] : [sql<boolean>`n.author = ${author}::uuid`]),
    ...(authorName === null
      ? []
      : [
          sql<boolean>`n.author = any(array(select a.uuid from plant_user as a where ${contains(fold(sql`a.username`), authorName)}))`,
        ]),
    ...(from === null ? [] : [sql<boolean>`n.made_at >= ${from}::timestamptz`]),
    ...(to === null ? [] : [sql<boolean>`n.made_at < ${to}::timestamptz`]),
    ...(after === null ? [] : [isAfter(after)]),
    ...(text === null ? [] : [contains(sql`n.folded`, text)]),
  ];
}

/** Notes that follow another one in the list. */
function isAfter({ note, madeAt }: NonNullable<NoteFilter['after']>): Condition {
  if (madeAt !== null) return sql<boolean>`(n.made_at, n.note) < (${madeAt}::timestamptz, ${note}::uuid)`;
  return sql<boolean>`(n.made_at, n.note) < (select l.made_at, l.note from transit_note as l where l.note = ${note}::uuid)`;
}

/** Notes read at most before the transits of those are looked at. */
const MAX_BATCH = 2000;
const BATCH_GROWTH = 4;

/**
 * Notes on visible transits, newest first: by time and id, so that pages neither repeat nor skip one. Notes are read
 * in batches and those on transits that the user may not see dropped, until the page is full: joined in one statement,
 * every transit would be read.
 */
export async function listNotes(
  runner: Runner,
  visible: Visibility,
  filter: NoteFilter,
  signal: AbortSignal,
): Promise<readonly ListedNoteRow[]> {
  const found: ListedNoteRow[] = [];
  let { after } = filter;
  for (let size = filter.limit; ; size = Math.min(MAX_BATCH, size * BATCH_GROWTH)) {
    const notes = await runner.run<KeyedNoteRow>(listNotesStatement({ ...filter, after, limit: size }), signal);
    found.push(...(await addTransits(runner, visible, notes, signal)));
    const last = notes.at(-1);
    if (last === undefined || notes.length < size || found.length >= filter.limit) return found.slice(0, filter.limit);
    after = { note: last.note, madeAt: last.made_at };
  }
}

/** The notes whose transit is visible, with what a list shows of it. */
async function addTransits(
  runner: Runner,
  visible: Visibility,
  notes: readonly KeyedNoteRow[],
  signal: AbortSignal,
): Promise<readonly ListedNoteRow[]> {
  const keys = new Map(notes.map(({ plate, id }) => [`${id} ${plate}`, { plate, id }]));
  const transits = await fetchTransits(runner, visible, [...keys.values()], signal);
  const byKey = new Map(transits.map((transit) => [`${transit.id} ${transit.plate}`, transit]));
  return notes.flatMap((note) => {
    const transit = byKey.get(`${note.id} ${note.plate}`);
    if (transit === undefined) return [];
    const { gate, nation, province, corrected } = transit;
    return [{ ...note, gate, nation, province, corrected }];
  });
}

/** The statement of one batch, whatever may be seen of its transits. */
export const listNotesStatement = (filter: NoteFilter): Statement =>
  compileStatement(sql`select ${sql.raw(NOTE_COLUMNS)}, n.plate, n.ts, n.id from ${sql.raw(WITH_AUTHOR)}
    where ${sql.join([...listConditions(filter)], sql` and `)} order by n.made_at desc, n.note desc limit ${filter.limit}`);
