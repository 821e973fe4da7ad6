import type { BrandEntry } from '@varco/contract/plant/brands.ts';
import { NO_BRAND_ID } from '@varco/domain/transits/brand-id.ts';
import { expect, test } from 'vitest';
import { DEFAULT_FILTER } from '../search/search-filter.ts';
import { mergeBrands } from './brand-choices.ts';
import { toWireFilter } from './filter-wire.ts';

const NOW = '2026-11-20T13:32:07.000Z';
const brandEntry = (marca: string, modello: string, ids: number[]): BrandEntry => ({
  marca,
  modello,
  label: `${marca} ${modello}`.trim(),
  ids,
  jolly: modello === '',
  segment: modello === '' ? '' : 'car',
});
const mergeTestBrands = mergeBrands([
  { peerId: 1, entries: [brandEntry('FIAT', '', [3, 9]), brandEntry('FIAT', 'Panda', [1_000_401])] },
  { peerId: 2, entries: [brandEntry('Fiat', '', [17]), brandEntry('ALFA ROMEO', '', [4])] },
]);
const getBrandIds = (peerId: number, ...labels: string[]) =>
  toWireFilter({ ...DEFAULT_FILTER, brands: mergeTestBrands.filter((one) => labels.includes(one.label)) }, NOW, peerId)
    .f_brand_id;

test('FLT-15 an entry holds brand, model, label, jolly flag, segment and the ids of each plant; one name is one entry', () => {
  expect(mergeTestBrands.map((one) => one.label)).toEqual(['ALFA ROMEO', 'FIAT', 'FIAT Panda']);
  expect(mergeTestBrands[1]).toEqual({
    marca: 'FIAT',
    modello: '',
    label: 'FIAT',
    jolly: true,
    segment: '',
    ids: [
      { peerId: 1, ids: [3, 9] },
      { peerId: 2, ids: [17] },
    ],
  });
  expect(mergeTestBrands[2]).toMatchObject({ modello: 'Panda', jolly: false, segment: 'car' });
});

test('FLT-15 FLT-16 each plant is sent its own ids, and 999999 for a brand it does not have', () => {
  expect(getBrandIds(1, 'FIAT')).toEqual([3, 9]);
  expect(getBrandIds(2, 'FIAT')).toEqual([17]);
  expect(getBrandIds(2, 'FIAT', 'FIAT Panda')).toEqual([17, NO_BRAND_ID]);
  expect(getBrandIds(3, 'FIAT', 'ALFA ROMEO')).toEqual([999_999]);
  expect(getBrandIds(1)).toBeUndefined();
});
