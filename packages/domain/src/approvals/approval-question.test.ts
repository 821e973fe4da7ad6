import { describe, expect, test } from 'vitest';
import { coversQuestion, toApprovalQuestion } from './approval-question.ts';

const QUESTION = {
  f_targa: 'ZA060AA',
  f_varchi: [3, 1],
  f_startTime: '2026-03-01T00:00:00.000Z',
  f_endTime: '2026-04-01T00:00:00.000Z',
};
const covers = (wanted: object, approved: object = QUESTION): boolean =>
  coversQuestion(toApprovalQuestion(approved), toApprovalQuestion(wanted));

describe('an approval covers', () => {
  test.each([
    ['the question itself', QUESTION],
    [
      'its other pages and orders',
      { ...QUESTION, p: 3, page_size: 40, order_by: '+data', ref_time: '2026-04-02T00:00:00.000Z' },
    ],
    ['a list in another order, or with a value twice', { ...QUESTION, f_varchi: [1, 3, 3] }],
    ['a switch that is off', { ...QUESTION, f_distinct: false, f_foreign: undefined }],
    ['a shorter period', { ...QUESTION, f_startTime: '2026-03-10T00:00:00.000Z' }],
  ])('%s', (_name, wanted) => expect(covers(wanted)).toBe(true));
});

describe('an approval does not cover', () => {
  const { f_startTime: _start, ...openStart } = QUESTION;
  const { f_endTime: _end, ...openEnd } = QUESTION;
  test.each([
    ['another plate', { ...QUESTION, f_targa: 'ZA060AB' }],
    ['the same plate with misreads', { ...QUESTION, f_allowed_plate_misreads: true }],
    ['fewer gates', { ...QUESTION, f_varchi: [1] }],
    ['no gates', { ...QUESTION, f_varchi: undefined }],
    ['an earlier start', { ...QUESTION, f_startTime: '2026-02-28T23:59:59.999Z' }],
    ['a later end', { ...QUESTION, f_endTime: '2026-04-01T00:00:00.001Z' }],
    ['an open start', openStart],
    ['an open end', openEnd],
  ])('%s', (_name, wanted) => expect(covers(wanted)).toBe(false));

  test('a closed period is covered by an open one, not the other way round', () => {
    expect([covers(QUESTION, openStart), covers(QUESTION, openEnd)]).toEqual([true, true]);
  });
});
