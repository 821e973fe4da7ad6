import type { BrandEntry } from '@varco/contract/plant/brands.ts';
import type { SelectedBrand } from '../search/search-filter.ts';

/** Brands and models of one plant. */
export interface PlantBrands {
  readonly peerId: number;
  readonly entries: readonly BrandEntry[];
}

const UPPER = (text: string): string => text.toLocaleUpperCase('it');

/** Key that identifies an entry across plants: brand and model, ignoring case. */
export const brandKey = ({ marca, modello }: Pick<SelectedBrand, 'marca' | 'modello'>): string =>
  `${UPPER(marca)}/${UPPER(modello)}`;

const compareByLabel = new Intl.Collator('it', { numeric: true });

/** Merges the brands of several plants into one entry each, with the ids used by each plant. Brands come before their models. */
export function mergeBrands(plants: readonly PlantBrands[]): readonly SelectedBrand[] {
  const merged = new Map<string, SelectedBrand>();
  for (const { peerId, entries } of plants) {
    for (const { ids, ...entry } of entries) {
      const key = brandKey(entry);
      const before = merged.get(key) ?? { ...entry, ids: [] };
      merged.set(key, { ...before, ids: [...before.ids, { peerId, ids }] });
    }
  }
  return [...merged.values()].toSorted(
    (a, b) => Number(b.jolly) - Number(a.jolly) || compareByLabel.compare(a.label, b.label),
  );
}
