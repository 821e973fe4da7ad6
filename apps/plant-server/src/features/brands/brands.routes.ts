import * as api from '@varco/contract/plant/brands.ts';
import type { BrandEntry } from '@varco/contract/plant/brands.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { buildSinglePagePagination } from '../../http/single-page-pagination.ts';
import type { BrandsDeps } from './brands.deps.ts';
import { readBrandModels, type BrandModel } from './brands.repository.ts';

const nameCollator = new Intl.Collator('it', { numeric: true, caseFirst: 'upper' });
const formatBrandLabel = (marca: string, modello: string): string => (modello === '' ? marca : `${marca} ${modello}`);

/** Brands and models that this plant has read (T 7.2), for the brand filter. */
export function brandRoutes(app: PlantApp, { store }: BrandsDeps): void {
  implement(app, api.listBrands, async () => {
    const found = await readBrandModels(store.runner);
    const byId = new Map(
      found.flatMap(({ marca, modello, brandId, modelId }) => [
        [brandId, { id: brandId, marca, modello: '', label: marca }] as const,
        ...(modelId === null
          ? []
          : [[modelId, { id: modelId, marca, modello, label: formatBrandLabel(marca, modello) }] as const]),
      ]),
    );
    const objects = [...byId.values()].toSorted((a, b) => nameCollator.compare(a.label, b.label) || a.id - b.id);
    return { objects, pagination: buildSinglePagePagination(objects.length) };
  });

  implement(app, api.listBrandEntries, async () => {
    const found = await readBrandModels(store.runner);
    const models = found.filter((one) => one.modelId !== null);
    return {
      by_brand: groupBrandEntries(found, (one) => ({ ...one, modello: '', id: one.brandId, jolly: true })),
      by_brand_model: groupBrandEntries(models, (one) => ({ ...one, id: one.modelId ?? one.brandId, jolly: false })),
    };
  });
}

type BrandPart = Pick<BrandModel, 'marca' | 'modello' | 'vehicleClass'> & {
  readonly id: number;
  readonly jolly: boolean;
};

/** One entry for all spellings of a name that differ only in case. The first one read is the label. */
function groupBrandEntries(found: readonly BrandModel[], partOf: (one: BrandModel) => BrandPart): BrandEntry[] {
  const grouped = Map.groupBy(found.map(partOf), ({ marca, modello }) =>
    formatBrandLabel(marca, modello).toLocaleUpperCase('it'),
  );
  const made = [...grouped.values()].flatMap((parts): readonly BrandEntry[] => {
    const [first] = parts;
    if (first === undefined) return [];
    const { marca, modello, jolly } = first;
    const ids = [...new Set(parts.map((part) => part.id))];
    return [{ marca, modello, label: formatBrandLabel(marca, modello), ids, jolly, segment: chooseSegment(parts) }];
  });
  return made.toSorted((a, b) => nameCollator.compare(a.label, b.label));
}

/**
 * A model has the class it was first read with, since cameras sometimes err. A brand has a class only if all of its
 * models share it.
 */
function chooseSegment(parts: readonly BrandPart[]): string {
  const classes = [...new Set(parts.map((part) => part.vehicleClass).filter((name) => name !== ''))];
  const isOne = parts[0]?.jolly === false || classes.length === 1;
  return isOne ? (classes[0] ?? '') : '';
}
