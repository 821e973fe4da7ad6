import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { PROVINCES } from '@varco/domain/provinces.ts';
import { parseBrandId } from '@varco/domain/transits/brand-id.ts';
import type { TransitFilterValues } from './search/transit-conditions.sql.ts';

/** Selecting nothing in a list means no restriction. */
export const emptyAsUndefined = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list?.length === 0 ? undefined : list;

const PROVINCE_CODE_BY_ID = new Map(PROVINCES.map((province) => [province.id, province.code]));

/** Codes of province numbers; an unknown number has no code. */
function toProvinceFilter(ids: readonly number[] | undefined): Pick<TransitFilterValues, 'provinces' | 'notProvinces'> {
  const codesOf = (numbers: readonly number[]): readonly string[] =>
    numbers.flatMap((id) => PROVINCE_CODE_BY_ID.get(id) ?? []);
  const [requested, unwanted] = [(ids ?? []).filter((id) => id > 0), (ids ?? []).filter((id) => id < 0)];
  return {
    provinces: requested.length === 0 ? undefined : codesOf(requested),
    notProvinces: unwanted.length === 0 ? undefined : codesOf(unwanted.map((id) => -id)),
  };
}

function toResidenceFilter({ f_local: local, f_foreign: foreign }: TransitFilter): TransitFilterValues['residence'] {
  if (local === true && foreign === true) return 'known';
  return local === true ? 'local' : foreign === true ? 'elsewhere' : undefined;
}

/** Converts the wire filter to conditions on the row; their meaning is in ADR 0006. */
export const toFilterValues = (filter: TransitFilter): TransitFilterValues => ({
  infringements: emptyAsUndefined(filter.f_infrazione),
  colours: emptyAsUndefined(filter.f_colore),
  brands: emptyAsUndefined(filter.f_brand_id)?.flatMap((id) => parseBrandId(id) ?? []),
  classes: emptyAsUndefined(filter.f_tipo),
  nations: emptyAsUndefined(filter.f_nazioni),
  national: filter.f_national === 2 ? true : filter.f_national === 3 ? false : undefined,
  ...toProvinceFilter(filter.f_province),
  residence: toResidenceFilter(filter),
  directions: emptyAsUndefined(filter.f_direction),
  lanes: emptyAsUndefined(filter.f_lane),
  adrOnly: filter.f_adr_only,
  kemler: filter.f_kemler === '' ? undefined : filter.f_kemler?.toUpperCase(),
  unNumber: filter.f_onu === '' ? undefined : filter.f_onu,
  adrClasses: emptyAsUndefined(filter.f_adr_class),
  readableOnly: filter.no_unknown,
  speedMin: filter.f_speed_min,
  speedMax: filter.f_speed_max,
});
