import { isCalendarDay, shiftDays, startOfRomeDay } from '../../lib/rome-days.ts';
import { normaliseTag } from '../../lib/note-tag.ts';

/** Filters of notes. Empty texts and days (`YYYY-MM-DD`, both included) do not limit. */
export interface NotesQuestion {
  /** Contained in the note, whatever case and accents. */
  readonly text: string;
  /** Contained in the name of the author. */
  readonly author: string;
  /** In a question as plants store it; in a draft as typed. */
  readonly tag: string;
  /** Number under which they were written. */
  readonly caseNumber: string;
  readonly from: string;
  readonly to: string;
  /** Only notes of the user. */
  readonly areOwn: boolean;
}

export const EVERY_NOTE: NotesQuestion = {
  text: '',
  author: '',
  tag: '',
  caseNumber: '',
  from: '',
  to: '',
  areOwn: false,
};

/** Where a draft cannot be asked as it is. */
export type NotesFault = 'tag' | 'to';

/** The faults of a draft. */
export function findNotesFaults({ tag, from, to }: NotesQuestion): ReadonlySet<NotesFault> {
  const faults = new Set<NotesFault>();
  if (tag.trim() !== '' && normaliseTag(tag) === null) faults.add('tag');
  if (from !== '' && to !== '' && to < from) faults.add('to');
  return faults;
}

/** The question of a draft without faults. */
export const toNotesQuestion = (draft: NotesQuestion): NotesQuestion => ({
  ...draft,
  text: draft.text.trim(),
  author: draft.author.trim(),
  tag: draft.tag.trim() === '' ? '' : (normaliseTag(draft.tag) ?? ''),
  caseNumber: draft.caseNumber.trim(),
});

/** The filters of a question on the wire, without those that do not limit. The last day is included. */
export function toNotesFilter({ text, author, tag, caseNumber, from, to, areOwn }: NotesQuestion) {
  return {
    ...(text === '' ? {} : { testo: text }),
    ...(author === '' ? {} : { autore: author }),
    ...(caseNumber === '' ? {} : { pratica: caseNumber }),
    ...(tag === '' ? {} : { etichetta: tag }),
    ...(isCalendarDay(from) ? { dal: startOfRomeDay(from) } : {}),
    ...(isCalendarDay(to) ? { al: shiftDays(startOfRomeDay(to), 1) } : {}),
    mie: areOwn,
  };
}
