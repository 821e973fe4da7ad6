import { z } from 'zod';

export const MAX_CASE_FILES = 50;
export const MAX_SAVED_SEARCHES = 50;
export const MAX_FOLLOWED_PLATES = 100;
export const MAX_SEARCH_NAME = 80;
export const MAX_PLATE_NOTE = 120;

/** A search to repeat. `filter`: the fields that differ from the default, as a list tab takes them. */
export const SavedSearch = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(MAX_SEARCH_NAME),
  filter: z.record(z.string().max(40), z.unknown()),
  /** What it looks for, in the words it was saved with. */
  summary: z.string().max(1000),
  saved: z.iso.datetime(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** A plate somebody follows in a case. Following alerts nobody: that is what lists are for. */
export const FollowedPlate = z.object({
  plate: z.string().regex(/^[A-Z0-9]{2,32}$/),
  note: z.string().max(MAX_PLATE_NOTE),
  added: z.iso.datetime(),
});
export type FollowedPlate = z.infer<typeof FollowedPlate>;

/** What a person keeps of one case; the empty number is work without a case. */
export const CaseFile = z.object({
  case: z.string().max(80),
  searches: z.array(SavedSearch).max(MAX_SAVED_SEARCHES),
  plates: z.array(FollowedPlate).max(MAX_FOLLOWED_PLATES),
});
export type CaseFile = z.infer<typeof CaseFile>;

/** The sealed text. Case files are ordered by last change, newest first. */
export const CaseFileStore = z.object({ v: z.literal(1), files: z.array(CaseFile).max(MAX_CASE_FILES) });

/** What a change refuses, so that nothing is dropped silently. */
export type CaseFileRefusal = 'too_many_files' | 'too_many_searches' | 'too_many_plates' | 'known_plate';

/** A change of the case files: the new ones, or why not. Applied again when another browser saved meanwhile. */
export type CaseFileChange = (files: readonly CaseFile[]) => readonly CaseFile[] | CaseFileRefusal;

/** The file of a case; an empty one when nothing is kept of it. */
export const findCaseFile = (files: readonly CaseFile[], caseNumber: string): CaseFile =>
  files.find((file) => file.case === caseNumber) ?? { case: caseNumber, searches: [], plates: [] };

/** Puts the changed file first, without it when nothing is left in it. */
function replaceFile(files: readonly CaseFile[], changed: CaseFile): readonly CaseFile[] | CaseFileRefusal {
  const others = files.filter((file) => file.case !== changed.case);
  if (changed.searches.length === 0 && changed.plates.length === 0) return others;
  return others.length >= MAX_CASE_FILES ? 'too_many_files' : [changed, ...others];
}

/** Adds a search as the newest; one with the same name is replaced. */
export const addSearch =
  (caseNumber: string, search: SavedSearch): CaseFileChange =>
  (files) => {
    const file = findCaseFile(files, caseNumber);
    const others = file.searches.filter(({ id, name }) => id !== search.id && name !== search.name);
    if (others.length >= MAX_SAVED_SEARCHES) return 'too_many_searches';
    return replaceFile(files, { ...file, searches: [search, ...others] });
  };

export const removeSearch =
  (caseNumber: string, id: string): CaseFileChange =>
  (files) => {
    const file = findCaseFile(files, caseNumber);
    return replaceFile(files, { ...file, searches: file.searches.filter((search) => search.id !== id) });
  };

export const followPlate =
  (caseNumber: string, followed: FollowedPlate): CaseFileChange =>
  (files) => {
    const file = findCaseFile(files, caseNumber);
    if (file.plates.some(({ plate }) => plate === followed.plate)) return 'known_plate';
    if (file.plates.length >= MAX_FOLLOWED_PLATES) return 'too_many_plates';
    return replaceFile(files, { ...file, plates: [followed, ...file.plates] });
  };

export const unfollowPlate =
  (caseNumber: string, plate: string): CaseFileChange =>
  (files) => {
    const file = findCaseFile(files, caseNumber);
    return replaceFile(files, { ...file, plates: file.plates.filter((one) => one.plate !== plate) });
  };

export const removeCaseFile =
  (caseNumber: string): CaseFileChange =>
  (files) =>
    files.filter((file) => file.case !== caseNumber);
