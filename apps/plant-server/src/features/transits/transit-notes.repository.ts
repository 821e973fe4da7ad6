import type { TransitNote } from '@varco/contract/plant/transit-detail.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { TransitRow } from './fetch-transits.repository.ts';
import type { TransitKey } from './transit-row.ts';

type Key = Pick<TransitRow, 'plate' | 'ts' | 'id'>;

/** A stored note. Instants are ISO; `author` is the name of the account, empty when it no longer exists. */
export interface NoteRow {
  readonly note: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly author_uuid: string;
  readonly case_number: string;
  readonly made_at: string;
}

/** Who asks. */
export interface NoteReader {
  readonly uuid: string;
  readonly removesAll: boolean;
}

/** Authors remove their own notes, administrators of the plant all. */
export const toNoteReader = ({ uuid, level }: Pick<PlantUser, 'uuid' | 'level'>): NoteReader => ({
  uuid,
  removesAll: level >= PLANT_ADMIN_LEVEL,
});

/** A note on the wire, as this reader may treat it. */
export const toTransitNote = (row: NoteRow, reader: NoteReader): TransitNote => ({
  id: row.note,
  testo: row.body,
  etichette: [...row.tags],
  autore: row.author,
  data: row.made_at,
  pratica: row.case_number,
  rimovibile: reader.removesAll || row.author_uuid === reader.uuid,
});

/** Columns of a note in `WITH_AUTHOR`. */
export const NOTE_COLUMNS = `n.note, n.body, n.tags, coalesce(u.username, '') as author, n.author as author_uuid, n.case_number, n.made_at`;
export const WITH_AUTHOR = 'transit_note as n left join plant_user as u on u.uuid = n.author';

/** Notes of a transit, newest first. */
export const readTransitNotes = (runner: Runner, { plate, ts, id }: Key): Promise<readonly NoteRow[]> =>
  runner.run<NoteRow>({
    name: 'read-transit-notes',
    text: `select ${NOTE_COLUMNS} from ${WITH_AUTHOR} where n.plate = $1 and n.ts = $2 and n.id = $3
      order by n.made_at desc, n.note desc`,
    values: [plate, ts, id],
  });

export interface NewNote {
  readonly note: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly caseNumber: string;
  readonly madeAt: string;
}

/** Adds a note inside an open transaction; false when the transit has `maxNotes` already. */
export async function insertTransitNote(runner: Runner, key: Key, added: NewNote, maxNotes: number): Promise<boolean> {
  // One at a time for each transit, so that the limit holds for notes written at the same moment.
  await runner.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`note ${key.id}`] });
  const rows = await runner.run({
    text: `insert into transit_note (note, plate, ts, id, body, tags, author, case_number, made_at)
      select $4, $1, $2, $3, $5, $6, $7, $8, $9
      where (select count(*) from transit_note where plate = $1 and ts = $2 and id = $3) < $10 returning note`,
    values: [
      key.plate,
      key.ts,
      key.id,
      added.note,
      added.body,
      added.tags,
      added.author,
      added.caseNumber,
      added.madeAt,
      maxNotes,
    ],
  });
  return rows.length > 0;
}

/** Deletes a note that this reader may remove; false: there is none. */
export async function deleteTransitNote(
  runner: Runner,
  { plate, ts, id }: Key,
  note: string,
  reader: NoteReader,
): Promise<boolean> {
  const rows = await runner.run({
    text: `delete from transit_note where plate = $1 and ts = $2 and id = $3 and note = $4 and ($5 or author = $6) returning note`,
    values: [plate, ts, id, note, reader.removesAll, reader.uuid],
  });
  return rows.length > 0;
}

/** Moves the notes of a passage to the transit that replaces it. Repeating it changes nothing. */
export async function moveTransitNotes(
  runner: Runner,
  from: Key,
  to: TransitKey & { readonly ts: string },
): Promise<void> {
  await runner.run({
    text: `update transit_note set plate = $4, ts = $5, id = $6 where plate = $1 and ts = $2 and id = $3`,
    values: [from.plate, from.ts, from.id, to.plate, to.ts, to.id],
  });
}
