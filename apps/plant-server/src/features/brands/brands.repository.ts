import { buildBrandId } from '@varco/domain/transits/brand-id.ts';
import type { Runner } from '../../database/sql-statement.ts';

/**
 * A brand with a model and the vehicle class it was read with; model and class may be empty. Ids are those of
 * f_brand_id.
 */
export interface BrandModel {
  readonly marca: string;
  readonly modello: string;
  readonly vehicleClass: string;
  readonly brandId: number;
  /** Null: the brand was read without a model. */
  readonly modelId: number | null;
}

interface Row {
  readonly brand: number;
  readonly model: number;
  readonly marca: string;
  readonly modello: string;
  readonly class: string;
}

/** Combinations that occurred in reads, in the order they were first read. */
export async function readBrandModels(runner: Runner): Promise<readonly BrandModel[]> {
  const rows = await runner.run<Row>({
    name: 'brand-models',
    text: `select b.code as brand, coalesce(m.code, 0) as model, b.value as marca, coalesce(m.value, '') as modello,
        split_part(p.value, chr(31), 3) as class
      from code_value as p
      join code_value as b on b.kind = 'brand' and b.code > 0 and b.value = split_part(p.value, chr(31), 1)
      left join code_value as m on m.kind = 'model' and m.code > 0 and m.value = split_part(p.value, chr(31), 2)
      where p.kind = 'brand_model' and p.code > 0 order by p.code`,
    values: [],
  });
  return rows.map(({ brand, model, marca, modello, class: vehicleClass }) => ({
    marca,
    modello,
    vehicleClass,
    brandId: buildBrandId(brand),
    modelId: model === 0 ? null : buildBrandId(brand, model),
  }));
}
