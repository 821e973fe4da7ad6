import { expect, it } from 'vitest';
import { buildHoldBody, findScopeFault, findWrongPlate, splitPlates } from './hold-draft.ts';

const DRAFT = { plates: '', from: '', to: '', reason: ' indagine ', act: ' decreto 1 ' };

it('plates are taken as typed, one a line or between commas, each once', () => {
  const plates = 'ab 123 cd\nAB-123-CD, zz999zz;;\n';
  expect(splitPlates(plates)).toEqual(['ab 123 cd', 'AB-123-CD', 'zz999zz']);
  expect(buildHoldBody({ ...DRAFT, plates })).toEqual({
    targhe: ['AB123CD', 'ZZ999ZZ'],
    motivo: 'indagine',
    atto: 'decreto 1',
  });
});

it.each([
  ['AB123CD', null],
  ['AB123CD, A', 'A'],
  ['AB?23CD', 'AB?23CD'],
  ['<script>', '<script>'],
  ['', null],
])('the first text of %j that is not a plate: %s', (plates, wrong) => {
  expect(findWrongPlate(plates)).toBe(wrong);
});

it('days are included from their first to their last millisecond in Rome, also where the clock changes', () => {
  expect(buildHoldBody({ ...DRAFT, from: '2026-10-25', to: '2026-10-25' })).toMatchObject({
    targhe: [],
    dal: '2026-10-24T22:00:00.000Z',
    al: '2026-10-25T22:59:59.999Z',
  });
});

it.each([
  ['nothing', {}, 'scopeFault'],
  ['only a start', { from: '2026-10-01' }, 'scopeFault'],
  ['only an end', { to: '2026-10-01' }, 'scopeFault'],
  ['a turned period', { from: '2026-10-02', to: '2026-10-01' }, 'orderFault'],
  ['a turned period with plates', { plates: 'AB123CD', from: '2026-10-02', to: '2026-10-01' }, 'orderFault'],
  ['one day', { from: '2026-10-01', to: '2026-10-01' }, null],
  ['plates', { plates: 'AB123CD' }, null],
  ['plates from a day on', { plates: 'AB123CD', from: '2026-10-01' }, null],
])('%s: %s', (_name, draft, fault) => {
  expect(findScopeFault({ ...DRAFT, ...draft })).toBe(fault);
});
