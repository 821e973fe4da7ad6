import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { PROVINCES } from '@varco/domain/provinces.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { shortenPlate } from '../plate/plate-summary.ts';

type Describe = (filter: TransitFilter, t: Translate, gateName: (id: number) => string) => string;

const labelled = (label: string, values: readonly (string | number)[] | undefined): string =>
  values === undefined || values.length === 0 ? '' : `${label}: ${values.join(', ')}`;

const formatProvince = (id: number): string => PROVINCES.find((province) => province.id === Math.abs(id))?.code ?? '';

const describePlate: Describe = (filter, t) =>
  [
    filter.f_targa === undefined ? '' : t('transits:empty.plate', { plate: shortenPlate(filter.f_targa) }),
    filter.f_codfisc ?? '',
    filter.f_allowed_plate_misreads === true ? t('filters:misreads') : '',
    labelled(
      t('filters:variations.label'),
      filter.f_allowed_plate_errors === undefined || filter.f_allowed_plate_errors === 0
        ? undefined
        : [filter.f_allowed_plate_errors],
    ),
  ]
    .filter(Boolean)
    .join('; ');

const describeVehicle: Describe = (filter, t) =>
  [
    filter.f_tipo?.join(', '),
    filter.f_brand_id === undefined ? '' : `${t('filters:brands.label')}: ${filter.f_brand_id.length}`,
    labelled(t('filters:colour.label'), filter.f_colore),
    labelled(t('filters:nations.label'), filter.f_nazioni),
    filter.f_national === undefined || filter.f_national === 1
      ? ''
      : t(filter.f_national === 2 ? 'filters:national.national' : 'filters:national.foreign'),
    labelled(t('filters:provinces.in'), filter.f_province?.filter((id) => id > 0).map(formatProvince)),
    labelled(t('filters:provinces.out'), filter.f_province?.filter((id) => id < 0).map(formatProvince)),
    filter.f_local === true ? t('filters:citizen.local') : '',
    filter.f_foreign === true ? t('filters:citizen.foreign') : '',
  ]
    .filter(Boolean)
    .join('; ');

const FACINGS = {
  1: 'filters:direction.d1',
  2: 'filters:direction.d2',
  3: 'filters:framing.d3',
  4: 'filters:framing.d4',
} as const;
const isFacing = (code: number): code is keyof typeof FACINGS => code in FACINGS;

const describePassage: Describe = (filter, t, gateName) =>
  [
    labelled(t('filters:gates.label'), filter.f_varchi?.map(gateName)),
    filter.f_direction?.map((code) => (isFacing(code) ? t(FACINGS[code]) : '')).join(', '),
    labelled(t('filters:lane.label'), filter.f_lane),
    filter.f_speed_min === undefined && filter.f_speed_max === undefined
      ? ''
      : `${t('filters:speed.label')}: ${filter.f_speed_min ?? 0}–${filter.f_speed_max ?? '…'}`,
    filter.f_infrazione?.map((code) => t(`filters:infringements.${code}`)).join(', '),
    filter.f_distinct === true ? t('filters:distinct') : '',
    filter.no_unknown === true ? t('filters:unknown') : '',
    filter.f_unread === undefined ? '' : `${t('filters:unread.label')}: ${t(`filters:unread.${filter.f_unread}`)}`,
    describeRecurrence(filter, t),
  ]
    .filter(Boolean)
    .join('; ');

function describeRecurrence({ f_count_lt: lt, f_count_eq: eq, f_count_gt: gt }: TransitFilter, t: Translate): string {
  const bounds = Object.entries({ '<': lt, '=': eq, '>': gt }).flatMap(([sign, n]) =>
    n === undefined ? [] : [`${sign} ${n}`],
  );
  return labelled(t('filters:recurrence.label'), bounds);
}

const describeGoods: Describe = (filter, t) =>
  [
    filter.f_adr_only === true ? t('filters:adr.adr') : '',
    labelled(t('filters:adr.kemler'), filter.f_kemler === undefined ? undefined : [filter.f_kemler]),
    labelled(t('filters:adr.un'), filter.f_onu === undefined ? undefined : [filter.f_onu]),
    labelled(t('filters:adr.classes'), filter.f_adr_class),
  ]
    .filter(Boolean)
    .join('; ');

/** The period of a search in wire form as one line of text. */
export function describeWirePeriod({ f_startTime: start, f_endTime: end }: TransitFilter, t: Translate): string {
  if (start === undefined && end === undefined) return t('transits:period.whole');
  if (start === undefined) return t('search:period.until', { to: formatDateMinute(end ?? '') });
  if (end === undefined) return t('search:period.since', { from: formatDateMinute(start) });
  return t('transits:period.range', { from: formatDateMinute(start), to: formatDateMinute(end) });
}

/** What a search in wire form asks for, without its period; empty: every transit. `gateName`: name of a gate of that plant. */
export const describeQuestion = (filter: TransitFilter, t: Translate, gateName: (id: number) => string): string =>
  [describePlate, describeVehicle, describePassage, describeGoods]
    .map((describe) => describe(filter, t, gateName))
    .filter(Boolean)
    .join('; ');
