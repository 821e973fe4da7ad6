import { expect } from 'vitest';
import {
  countTransitsByBody,
  searchTransits,
  TransitCount,
  TransitPage,
  type TransitFilter,
} from '@varco/contract/plant/transits.ts';
import { buildBrandId, parseBrandId } from '@varco/domain/transits/brand-id.ts';
import type { z } from 'zod';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import type { ResolveBrand } from './reference-filter.ts';
import {
  isoMillisAgo,
  referenceSearch,
  removeDuplicates,
  type ReferenceResult,
  type ReferenceScope,
} from './reference-search.ts';
import { sampleReads } from './random-reads.ts';
import { startTestPlant, type TestPlant } from './test-plant.ts';

export const HOUR_MS = 3_600_000;

/** Users whose results are compared: unlimited, limited to gates, limited in time. */
export const SCOPES: Readonly<Record<string, ReferenceScope>> = {
  operatore: { gates: null, tMax: 0 },
  limitato: { gates: [1, 3], tMax: 0 },
  breve: { gates: null, tMax: 60 },
};

/** A plant with random reads and one corrected plate, and a reference search over the same rows. */
export interface SearchFixture {
  readonly plant: TestPlant;
  page(filter: TransitFilter, user?: string): Promise<z.infer<typeof TransitPage>>;
  /** Ids of up to 999 rows. */
  ids(filter: TransitFilter, user?: string): Promise<readonly string[]>;
  count(filter: TransitFilter, user?: string): Promise<number>;
  /** The expected result. */
  expected(filter: TransitFilter, user?: string): ReferenceResult;
  /** Brand id of this plant for `f_brand_id`. */
  brandId(brand: string, model?: string): number;
}

export async function startSearchFixture(reads: number, seed: number): Promise<SearchFixture> {
  const plant = await startTestPlant();
  const sent = sampleReads(reads, seed);
  await insertReads(plant.deps.store, sent);
  const stored = removeDuplicates(sent);
  const [one] = stored.filter((seen) => seen.plate === 'XY999ZZ' && seen.ms > Date.parse(isoMillisAgo(48 * HOUR_MS)));
  if (one === undefined) throw new Error('no read to correct');
  await plant.pool.query(
    `insert into plate_correction values ($1, $2, $3, 'AB777CD', '00000000-0000-4000-8000-000000000001', 'dubbio', now())`,
    [one.plate, one.at, one.id],
  );
  const all = stored.map((seen) => (seen.id === one.id ? { ...seen, corrected: 'AB777CD' } : seen));
  const { codes } = plant.deps.store;
  const brandOf: ResolveBrand = (id) => {
    const named = parseBrandId(id);
    if (named === null || !codes.has('brand', named.brand)) return null;
    return {
      brand: codes.getWord('brand', named.brand),
      model: named.model === null ? null : codes.getWord('model', named.model),
    };
  };
  const page = async (filter: TransitFilter, user = 'operatore') => {
    const answer = await plant.call(searchTransits, { body: filter }, user);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return TransitPage.parse(answer.body);
  };
  return {
    plant,
    page,
    ids: async (filter, user) => (await page({ page_size: 999, ...filter }, user)).objects.map((row) => row.id),
    count: async (filter, user = 'operatore') =>
      TransitCount.parse((await plant.call(countTransitsByBody, { body: filter }, user)).body).count,
    expected: (filter, user = 'operatore') =>
      referenceSearch(all, filter, SCOPES[user] ?? { gates: null, tMax: 0 }, brandOf),
    brandId: (brand, model) =>
      buildBrandId(
        codes.find('brand', brand) ?? 0,
        model === undefined ? undefined : (codes.find('model', model) ?? 0),
      ),
  };
}
