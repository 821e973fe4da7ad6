import { BrandEntry, Brand, listBrandEntries, listBrands } from '@varco/contract/plant/brands.ts';
import { parseBrandId, NO_BRAND_ID } from '@varco/domain/transits/brand-id.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
const vehicle = (plate: string, brand?: string, model?: string, vehicleClass?: string) => ({
  gate: 1,
  plate,
  at: NOW,
  ...(brand === undefined ? {} : { brand }),
  ...(model === undefined ? {} : { model }),
  ...(vehicleClass === undefined ? {} : { vehicleClass }),
});
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [
    vehicle('BR001', 'FIAT', 'Panda', 'car'),
    vehicle('BR002', 'FIAT', '500', 'car'),
    vehicle('BR003', 'Fiat', 'PANDA', 'van'),
    vehicle('BR004', 'IVECO', 'Daily', 'light_truck'),
    vehicle('BR005', 'IVECO', 'Eurocargo', 'heavy_truck'),
    vehicle('BR006', 'Škoda'),
    vehicle('BR007', undefined, 'Solitario', 'car'),
    vehicle('BR008'),
  ]);
});
afterAll(() => plant.close());

const list = async () =>
  z.object({ objects: z.array(Brand) }).parse((await plant.call(listBrands, {}, 'comune')).body).objects;
const entries = async () =>
  z
    .object({ by_brand: z.array(BrandEntry), by_brand_model: z.array(BrandEntry) })
    .parse((await plant.call(listBrandEntries, {}, 'comune')).body);

test('PLAPI-22 lists the brands and models the plant has read, with its own ids', async () => {
  const objects = await list();
  expect(objects.map((one) => one.label)).toEqual([
    'FIAT',
    'Fiat',
    'FIAT 500',
    'FIAT Panda',
    'Fiat PANDA',
    'IVECO',
    'IVECO Daily',
    'IVECO Eurocargo',
    'Škoda',
  ]);
  expect(new Set(objects.map((one) => one.id)).size).toBe(objects.length);
  const { codes } = plant.deps.store;
  const daily = objects.find((one) => one.modello === 'Daily');
  expect(parseBrandId(daily?.id ?? 0)).toEqual({
    brand: codes.find('brand', 'IVECO'),
    model: codes.find('model', 'Daily'),
  });
  expect(objects.some((one) => one.id === NO_BRAND_ID)).toBe(false);
});

test('PLAPI-23 FLT-15 prepares entries by brand, which stand for all models, and by brand and model', async () => {
  const [{ by_brand: brands, by_brand_model: models }, objects] = [await entries(), await list()];
  const idsOf = (...labels: string[]) => labels.map((label) => objects.find((one) => one.label === label)?.id);
  expect(brands).toEqual([
    { marca: 'FIAT', modello: '', label: 'FIAT', ids: idsOf('FIAT', 'Fiat'), jolly: true, segment: '' },
    { marca: 'IVECO', modello: '', label: 'IVECO', ids: idsOf('IVECO'), jolly: true, segment: '' },
    { marca: 'Škoda', modello: '', label: 'Škoda', ids: idsOf('Škoda'), jolly: true, segment: '' },
  ]);
  expect(models.map(({ label, ids, jolly, segment }) => [label, ids, jolly, segment])).toEqual([
    ['FIAT 500', idsOf('FIAT 500'), false, 'car'],
    ['FIAT Panda', idsOf('FIAT Panda', 'Fiat PANDA'), false, 'car'],
    ['IVECO Daily', idsOf('IVECO Daily'), false, 'light_truck'],
    ['IVECO Eurocargo', idsOf('IVECO Eurocargo'), false, 'heavy_truck'],
  ]);
});

test('PLAPI-23 a brand read later, by this process or another, is there at once', async () => {
  await insertReads(plant.deps.store, [vehicle('BR009', 'Škoda', 'Fabia', 'car')]);
  await plant.pool.query(`insert into code_value values ('brand', 900, 'ALTRA'),
    ('brand_model', 900, 'ALTRA' || chr(31) || chr(31) || 'bus')`);
  const { by_brand: brands, by_brand_model: models } = await entries();
  expect(models.map((one) => one.label)).toContain('Škoda Fabia');
  expect(brands[0]).toEqual({ marca: 'ALTRA', modello: '', label: 'ALTRA', ids: [900], jolly: true, segment: 'bus' });
});

test('signed out: 401; a filter nobody knows: 400', async () => {
  expect((await plant.callRaw(listBrands, {})).status).toBe(401);
  expect((await plant.callRaw(listBrandEntries, {})).status).toBe(401);
  expect((await plant.callRaw(listBrands, { query: { q: 'x' } }, 'comune')).status).toBe(400);
});
