import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { PROVINCES } from '@varco/domain/provinces.ts';
import { brandOfId } from '@varco/domain/transits/brand-id.ts';
import type { TransitFilterValues } from './search/transit-conditions.ts';

/** Selecting nothing in a list means no restriction. */
export const chosen = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list?.length === 0 ? undefined : list;

const CODE_OF = new Map(PROVINCES.map((province) => [province.id, province.code]));

/** Codes of province numbers; an unknown number has no code. */
function provinces(ids: readonly number[] | undefined): Pick<TransitFilterValues, 'provinces' | 'notProvinces'> {
  const codesOf = (numbers: readonly number[]): readonly string[] => numbers.flatMap((id) => CODE_OF.get(id) ?? []);
  const [requested, unwanted] = [(ids ?? []).filter((id) => id > 0), (ids ?? []).filter((id) => id < 0)];
  return {
    provinces: requested.length === 0 ? undefined : codesOf(requested),
    notProvinces: unwanted.length === 0 ? undefined : codesOf(unwanted.map((id) => -id)),
  };
}

function residence({ f_local: local, f_foreign: foreign }: TransitFilter): TransitFilterValues['residence'] {
  if (local === true && foreign === true) return 'known';
  return local === true ? 'local' : foreign === true ? 'elsewhere' : undefined;
}

/** Converts the wire filter to conditions on the row; their meaning is in ADR 0020. */
export const filterValues = (filter: TransitFilter): TransitFilterValues => ({
  infringements: chosen(filter.f_infrazione),
  colours: chosen(filter.f_colore),
  brands: chosen(filter.f_brand_id)?.flatMap((id) => brandOfId(id) ?? []),
  classes: chosen(filter.f_tipo),
  nations: chosen(filter.f_nazioni),
  national: filter.f_national === 2 ? true : filter.f_national === 3 ? false : undefined,
  ...provinces(filter.f_province),
  residence: residence(filter),
  directions: chosen(filter.f_direction),
  lanes: chosen(filter.f_lane),
  adrOnly: filter.f_adr_only,
  kemler: filter.f_kemler === '' ? undefined : filter.f_kemler?.toUpperCase(),
  unNumber: filter.f_onu === '' ? undefined : filter.f_onu,
  adrClasses: chosen(filter.f_adr_class),
  readableOnly: filter.no_unknown,
  speedMin: filter.f_speed_min,
  speedMax: filter.f_speed_max,
});
