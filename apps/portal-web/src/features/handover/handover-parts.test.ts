import type { HandoverItem, HandoverSummary } from '@varco/contract/plant/handovers.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { formatOpenFor } from './format-item.ts';
import { groupHandovers, listAbsentPlants, listSignable, mergeColleagues, sortItems } from './handover-parts.ts';

const { t } = createI18n('it');
const ITEM: HandoverItem = {
  ...{
    tipo: 'alert',
    id: '1',
    dal: '2026-11-20T12:00:00.000Z',
    varco: '',
    voce: 'blacklist',
    targa: 'ZA482HC',
    nazione: 'I',
  },
  ...{ in_carico_a: '', passa: false, sollecitato_a: null, inviata: '', inviata_il: null, nota: '', nota_prima: null },
};
const SUMMARY: HandoverSummary = {
  ...{ id: 'a', lotto: 'l', da: 'Marta Ferri', da_me: false, a: '', il: '2026-11-20T12:00:00.000Z', nota: '' },
  ...{ impianti: ['Nord', 'Sud'], mancanti: ['Est'], n_voci: 0, oltre: false, firmabile: true, chiusura: null },
};

test('what passes comes first, then patrols on their way, then alerts before cameras, the oldest first', () => {
  const items = [
    { ...ITEM, id: 'camera', tipo: 'camera' as const, dal: '2026-11-19T12:00:00.000Z' },
    { ...ITEM, id: 'newer', dal: '2026-11-20T13:00:00.000Z' },
    { ...ITEM, id: 'older' },
    { ...ITEM, id: 'sent', inviata: 'Volante 2' },
    { ...ITEM, id: 'own', passa: true, dal: '2026-11-20T14:00:00.000Z' },
  ].map((item) => ({ peerId: 1, item }));
  expect(sortItems(items).map(({ item }) => item.id)).toEqual(['own', 'sent', 'older', 'newer', 'camera']);
});

test('parts of one hand-over are one, and a plant whose part is not there is named', () => {
  const batches = groupHandovers([
    { peerId: 1, summary: { ...SUMMARY, firmabile: false } },
    { peerId: 1, summary: { ...SUMMARY, id: 'b', da: 'Sandro Bassi', il: '2026-11-20T13:00:00.000Z' } },
    { peerId: 3, summary: SUMMARY },
  ]);
  expect(batches.map(({ first, parts }) => [first.da, parts.length])).toEqual([
    ['Sandro Bassi', 1],
    ['Marta Ferri', 2],
  ]);
  const [, both] = batches;
  if (both === undefined) throw new Error('no batch');
  expect(listSignable(both).map(({ peerId }) => peerId)).toEqual([3]);
  expect(listAbsentPlants(both, (peerId) => (peerId === 1 ? 'Nord' : 'Ovest'))).toEqual(['Sud']);
});

test('a colleague is one person over plants by account and full name, two with one account name are two', () => {
  const colleagues = mergeColleagues([
    { peerId: 1, colleagues: [{ uuid: 'a', username: 'S.Bassi', nome: 'Sandro Bassi' }] },
    {
      peerId: 2,
      colleagues: [
        { uuid: 'b', username: 's.bassi', nome: 'Sandro Bassi' },
        { uuid: 'c', username: 's.bassi', nome: 'Sara Bassi' },
      ],
    },
  ]);
  expect(colleagues.map(({ name, accounts }) => [name, [...accounts]])).toEqual([
    [
      'Sandro Bassi',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    ['Sara Bassi', [[2, 'c']]],
  ]);
});

test.each([
  [59, '59 min'],
  [134, '2 h 14 min'],
  [47 * 60 + 59, '47 h 59 min'],
  [48 * 60, '2 giorni'],
])('open for %i minutes is %s', (minutes, text) => {
  expect(formatOpenFor(ITEM.dal, Date.parse(ITEM.dal) + minutes * 60_000, t)).toBe(text);
});
