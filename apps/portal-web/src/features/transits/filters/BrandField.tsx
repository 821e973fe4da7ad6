import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import type { SelectedBrand } from '../search/search-filter.ts';
import { brandKey } from './brand-choices.ts';
import { ChoiceField } from './ChoiceField.tsx';
import type { FilterForm } from './filter-form.ts';
import { useBrands } from './use-brands.ts';

/** Maximum brands per search: each may have several ids on a plant, which accepts 200 ids. */
const MAX_BRANDS = 20;
/** A plant may know thousands of models. This many are listed at once; the others are found by typing. */
const MAX_BRAND_CHOICES_SHOWN = 80;

/** FLT-15, FLT-16: brands, and brands with models, of all plants together. */
export function BrandField(props: { form: FilterForm; plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const { choices, failed } = useBrands(props.plants.map(({ peerId }) => peerId));
  const offered = new Map(choices.map((brand) => [brandKey(brand), brand]));
  // Keeps the chosen brands listed even when their plant cannot be queried now.
  for (const brand of filter.brands) if (!offered.has(brandKey(brand))) offered.set(brandKey(brand), brand);
  const all = [...offered.values()];
  const group = (name: string, brands: readonly SelectedBrand[]) => ({
    group: name,
    items: brands.map((brand) => ({ value: brandKey(brand), label: brand.label })),
  });
  return (
    <ChoiceField
      form={props.form}
      group="brands"
      label={t('filters:brands.label')}
      placeholder={t('filters:brands.all')}
      choices={[
        group(
          t('filters:brands.makes'),
          all.filter((brand) => brand.jolly),
        ),
        group(
          t('filters:brands.models'),
          all.filter((brand) => !brand.jolly),
        ),
      ]}
      value={filter.brands.map(brandKey)}
      onChange={(keys) => set({ ...filter, brands: keys.flatMap((key) => offered.get(key) ?? []) })}
      most={{ count: MAX_BRANDS, text: t('filters:brands.most', { count: MAX_BRANDS }) }}
      shown={MAX_BRAND_CHOICES_SHOWN}
      error={failed === 0 ? undefined : t('filters:brands.failed', { count: failed })}
    />
  );
}
