import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BRAND_MARKS, findBrandMark, CAR_MARKS } from './brand-marks.ts';

it.each([
  ['FIAT', 'fiat.png'],
  ['Fiat', 'fiat.png'],
  ['Škoda', 'skoda.png'],
  ['Citroën', 'citroen.png'],
  ['Alfa Romeo', 'alfaromeo.png'],
  ['MERCEDES-BENZ', 'mercedesbenz.png'],
])('UIE-09 the brand %s has the picture %s', (brand, image) => {
  expect(findBrandMark(brand)?.image).toBe(image);
});

it.each(['ALTRA', '', '../../etc', '__proto__', 'constructor'])('a brand nobody knows has none: "%s"', (brand) => {
  expect(findBrandMark(brand)).toBeNull();
});

it('every mark is two of the letters that are drawn', () => {
  for (const { letters, image } of BRAND_MARKS.values()) {
    expect(letters).toMatch(/^[A-Z]{2}$/);
    expect(image).toMatch(/^[a-z0-9]+\.png$/);
  }
});

it('CONST-07 there are 31 makes of cars with a mark, and the picture of each is there', () => {
  const folder = path.join(import.meta.dirname, '../../../public/images/car-brands');
  expect(CAR_MARKS.size).toBe(31);
  for (const { image } of CAR_MARKS.values()) expect(fs.existsSync(path.join(folder, image)), image).toBe(true);
  expect(fs.readdirSync(folder).length).toBeGreaterThan(CAR_MARKS.size);
});
