import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Pagination } from '../wire.ts';

const MAX_BRAND_IDS = 30_000;

/** A brand this plant has read, or one of its models. Ids are the plant's own and valid in its f_brand_id only. */
export const Brand = z
  .object({
    id: z.int(),
    marca: z.string().max(60),
    /** Empty: the whole brand. */
    modello: z.string().max(60),
    label: z.string().max(130),
  })
  .meta({ id: 'Brand' });

/** An entry of the brand filter (T 3.2). */
export const BrandEntry = z
  .object({
    marca: z.string().max(60),
    modello: z.string().max(60),
    label: z.string().max(130),
    /** Ids of all spellings: "Fiat" and "FIAT" are one entry. */
    ids: z.array(z.int()).min(1).max(MAX_BRAND_IDS),
    /** True: stands for all models of the brand. */
    jolly: z.boolean(),
    /** Vehicle class of its first read; empty: unknown, or several for a whole brand. */
    segment: z.string().max(20),
  })
  .meta({ id: 'BrandEntry' });
export type BrandEntry = z.infer<typeof BrandEntry>;

const common = {
  method: 'GET',
  errors: ['invalid_token', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'plant-user', rule: 'signed-in' },
  audit: null,
  limit: 'read',
} as const;

export const listBrands = endpoint({
  ...common,
  id: 'listBrands',
  path: '/api/brands',
  summary: 'Brands and models this plant has read, in alphabetical order',
  response: z.object({ objects: z.array(Brand).max(2 * MAX_BRAND_IDS), pagination: Pagination }),
});

export const listBrandEntries = endpoint({
  ...common,
  id: 'listBrandEntries',
  path: '/api/brands/preprocess',
  summary: 'Brands, and brands with models, prepared for a filter',
  response: z.object({
    by_brand: z.array(BrandEntry).max(MAX_BRAND_IDS),
    by_brand_model: z.array(BrandEntry).max(MAX_BRAND_IDS),
  }),
});
