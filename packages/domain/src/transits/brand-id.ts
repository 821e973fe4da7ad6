/**
 * Ids of brands and models in f_brand_id (T 7.1). Each plant assigns its own: the number of the brand, or of brand
 * and model together. A client sends 999999 for a brand the plant does not have (T 5.1): it matches nothing.
 */
export const NO_BRAND_ID = 999_999;
const FIRST_MODEL_ID = 1_000_000;
const MODELS_PER_BRAND = 32_768;

/** Id of a brand, or of one of its models. Numbers are the plant's own, 1 to 32 767. */
export const buildBrandId = (brand: number, model?: number): number =>
  model === undefined ? brand : FIRST_MODEL_ID + brand * MODELS_PER_BRAND + model;

/** Brand and model of an id; null: the id is not valid. */
export function parseBrandId(id: number): { readonly brand: number; readonly model: number | null } | null {
  if (id > 0 && id < MODELS_PER_BRAND) return { brand: id, model: null };
  const pair = id - FIRST_MODEL_ID;
  const brand = Math.floor(pair / MODELS_PER_BRAND);
  return pair >= MODELS_PER_BRAND && brand < MODELS_PER_BRAND ? { brand, model: pair % MODELS_PER_BRAND } : null;
}
