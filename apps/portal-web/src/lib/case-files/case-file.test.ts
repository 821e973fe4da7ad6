import { describe, expect, it } from 'vitest';
import {
  addSearch,
  type CaseFile,
  type CaseFileChange,
  findCaseFile,
  followPlate,
  MAX_CASE_FILES,
  MAX_FOLLOWED_PLATES,
  MAX_SAVED_SEARCHES,
  removeCaseFile,
  removeSearch,
  type SavedSearch,
  unfollowPlate,
} from './case-file.ts';

const SAVED = '2026-11-20T13:00:00.000Z';
const search = (name: string, more: Partial<SavedSearch> = {}): SavedSearch => ({
  id: crypto.randomUUID(),
  name,
  filter: { plate: 'GK5*' },
  summary: 'Targa GK5*',
  saved: SAVED,
  ...more,
});
const followed = (plate: string) => ({ plate, note: '', added: SAVED });
const apply = (...changes: CaseFileChange[]) =>
  changes.reduce<readonly CaseFile[]>((files, change) => {
    const changed = change(files);
    if (typeof changed === 'string') throw new Error(changed);
    return changed;
  }, []);
const names = (files: readonly CaseFile[], number: string) =>
  findCaseFile(files, number).searches.map(({ name }) => name);

describe('case files', () => {
  it('keep searches of each case apart, newest first; the same name replaces', () => {
    const files = apply(
      addSearch('1/26', search('prima')),
      addSearch('2/26', search('altra')),
      addSearch('1/26', search('seconda')),
      addSearch('1/26', search('prima', { summary: 'nuova' })),
    );
    expect(names(files, '1/26')).toEqual(['prima', 'seconda']);
    expect(findCaseFile(files, '1/26').searches[0]?.summary).toBe('nuova');
    expect(names(files, '2/26')).toEqual(['altra']);
    expect(names(files, '3/26')).toEqual([]);
    expect(files.map((file) => file.case)).toEqual(['1/26', '2/26']);
  });

  it('a file with nothing left in it goes', () => {
    const one = search('una');
    const files = apply(addSearch('1/26', one), followPlate('1/26', followed('GK508RB')));
    const emptied = apply(() => files, removeSearch('1/26', one.id));
    expect(emptied).toHaveLength(1);
    expect(apply(() => emptied, unfollowPlate('1/26', 'GK508RB'))).toEqual([]);
    expect(apply(() => files, removeCaseFile('1/26'))).toEqual([]);
  });

  it('nothing is dropped to make room: a full one refuses', () => {
    const full = apply(...Array.from({ length: MAX_SAVED_SEARCHES }, (_, n) => addSearch('1/26', search(`n${n}`))));
    expect(addSearch('1/26', search('zu viel'))(full)).toBe('too_many_searches');
    expect(addSearch('1/26', search('n3'))(full)).not.toBe('too_many_searches');
    const plates = apply(
      ...Array.from({ length: MAX_FOLLOWED_PLATES }, (_, n) => followPlate('1/26', followed(`AA${n}`))),
    );
    expect(followPlate('1/26', followed('ZZ1'))(plates)).toBe('too_many_plates');
    const many = apply(...Array.from({ length: MAX_CASE_FILES }, (_, n) => followPlate(`${n}`, followed('AA1'))));
    expect(followPlate('nuovo', followed('AA1'))(many)).toBe('too_many_files');
    expect(followPlate('3', followed('AA2'))(many)).toHaveLength(MAX_CASE_FILES);
  });

  it('a plate is followed once in a case', () => {
    const files = apply(followPlate('1/26', followed('GK508RB')), followPlate('2/26', followed('GK508RB')));
    expect(followPlate('1/26', followed('GK508RB'))(files)).toBe('known_plate');
  });
});
