import type { AnnotatedTransit } from '@varco/contract/plant/transit-notes.ts';
import { expect, it } from 'vitest';
import { createNote } from '../../../test/create-note.ts';
import { mergeNotes, type NotesPage } from './merge-notes.ts';

const at = (minute: number): string => `2026-11-20T13:${String(minute).padStart(2, '0')}:00.000Z`;
const noteAt = (minute: number): AnnotatedTransit => ({
  nota: createNote({ id: `n${minute}`, data: at(minute) }),
  transito: {
    ...{ id: '7', targa: 'GK508RB', targa_corretta: null, nazione: 'I', provincia: '', data: at(0) },
    ...{ varco: '', varco_id: 3 },
  },
});
const pageOf = (plant: string, minutes: readonly number[], altri: boolean, after: number | null = null) => ({
  plant,
  after: after === null ? null : { id: `n${after}`, at: at(after) },
  answer: { objects: minutes.map(noteAt), altri },
  isFailed: false,
});
const idsOf = (pages: readonly NotesPage<string>[]) => mergeNotes(pages).rows.map(({ nota }) => nota.id);

it('notes older than what a plant with more has delivered wait, and only that plant is asked for more', () => {
  const first = [pageOf('a', [50, 40], true), pageOf('b', [55, 30, 10], true)];
  expect(idsOf(first)).toEqual(['n55', 'n50', 'n40']);
  expect([...mergeNotes(first).next]).toEqual([['a', { id: 'n40', at: at(40) }]]);
  const then = [...first, pageOf('a', [35, 20], false, 40)];
  expect(idsOf(then)).toEqual(['n55', 'n50', 'n40', 'n35', 'n30', 'n20', 'n10']);
  expect([...mergeNotes(then).next.keys()]).toEqual(['b']);
});

it('a page on its way holds the others up and is not asked twice; one that failed holds up nothing', () => {
  const first = [pageOf('a', [50, 40], true), pageOf('b', [55, 30], false)];
  const further = { plant: 'a', after: { id: 'n40', at: at(40) }, answer: undefined };
  expect(idsOf([...first, { ...further, isFailed: false }])).toEqual(['n55', 'n50', 'n40']);
  expect(mergeNotes([...first, { ...further, isFailed: false }]).next.size).toBe(0);
  expect(idsOf([...first, { ...further, isFailed: true }])).toEqual(['n55', 'n50', 'n40', 'n30']);
});
