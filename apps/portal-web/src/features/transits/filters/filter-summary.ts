import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { PROVINCES } from '@varco/domain/provinces.ts';
import { shortenPlate } from '../../../widgets/plate/plate-summary.ts';
import { type PeriodLimits, type SearchFilter } from '../search/search-filter.ts';
import { findActiveGroups, type FilterGroup } from './filter-groups.ts';

const formatProvinces = (ids: readonly number[]): string =>
  ids.map((id) => PROVINCES.find((province) => province.id === id)?.code ?? String(id)).join(', ');

type DescribeGroup = (filter: SearchFilter, t: Translate, limits: PeriodLimits) => string;
const formatLabelledValues = (label: string, values: readonly string[]): string =>
  `${label}: ${values.filter(Boolean).join(', ')}`;

/** SRCH-17: the period as one line of text; without ends the whole archive. */
export function formatPeriod(t: Translate, { start, end }: PeriodLimits): string {
  if (start === null && end === null) return t('transits:period.whole');
  if (start === null) return t('search:period.until', { to: formatDateMinute(end ?? '') });
  if (end === null) return t('search:period.since', { from: formatDateMinute(start) });
  return t('transits:period.range', { from: formatDateMinute(start), to: formatDateMinute(end) });
}

/** Describes the value of each filter group. */
const GROUP_DESCRIPTIONS: Readonly<Record<FilterGroup, DescribeGroup>> = {
  plate: (f, t) => t('transits:empty.plate', { plate: shortenPlate(f.plate) }),
  period: (_f, t, limits) => formatPeriod(t, limits),
  infringements: (f, t) => f.infringements.map((code) => t(`filters:infringements.${code}`)).join(', '),
  plants: (f, t) => formatLabelledValues(t('filters:plants.label'), [String(f.peerIds?.length ?? 0)]),
  gates: (f, t) => formatLabelledValues(t('filters:gates.label'), [String(f.gates.length)]),
  vehicleTypes: (f, t) => f.vehicleTypes.map((type) => t(`widgets:vehicle.${type}`)).join(', '),
  brands: (f, t) =>
    formatLabelledValues(
      t('filters:brands.label'),
      f.brands.map((brand) => brand.label),
    ),
  colours: (f, t) =>
    formatLabelledValues(
      t('filters:colour.label'),
      f.colours.map((colour) => t(`widgets:colour.${colour}`)),
    ),
  nations: (f, t) =>
    formatLabelledValues(t('filters:nations.label'), [
      f.national === 'any' ? '' : t(`filters:national.${f.national}`),
      ...f.nations,
    ]),
  provinces: (f, t) =>
    [
      f.provincesIn.length === 0
        ? ''
        : formatLabelledValues(t('filters:provinces.in'), [formatProvinces(f.provincesIn)]),
      f.provincesOut.length === 0
        ? ''
        : formatLabelledValues(t('filters:provinces.out'), [formatProvinces(f.provincesOut)]),
    ]
      .filter(Boolean)
      .join('; '),
  citizen: (f, t) => formatLabelledValues(t('filters:citizen.label'), [t(`filters:citizen.${f.citizen}`)]),
  facing: (f, t) =>
    [
      f.direction === null ? '' : t(f.direction === 1 ? 'filters:direction.d1' : 'filters:direction.d2'),
      f.framing === null ? '' : t(f.framing === 3 ? 'filters:framing.d3' : 'filters:framing.d4'),
    ]
      .filter(Boolean)
      .join(', '),
  lane: (f, t) => formatLabelledValues(t('filters:lane.label'), [String(f.lane ?? '')]),
  speed: (f, t) => formatLabelledValues(t('filters:speed.label'), [`${f.speedMin ?? 0}–${f.speedMax ?? '…'}`]),
  recurrence: (f, t) =>
    formatLabelledValues(t('filters:recurrence.label'), [
      `${{ lt: '<', eq: '=', gt: '>' }[f.recurrence.operator]} ${f.recurrence.count}`,
    ]),
  distinct: (_f, t) => t('filters:distinct'),
  unknown: (_f, t) => t('filters:unknown'),
  unread: (f, t) => formatLabelledValues(t('filters:unread.label'), [t(`filters:unread.${f.unread}`)]),
  variations: (f, t) => formatLabelledValues(t('filters:variations.label'), [t(`filters:variations.v${f.variations}`)]),
  misreads: (_f, t) => t('filters:misreads'),
  adr: (_f, t) => t('filters:adr.adr'),
  kemler: (f, t) => formatLabelledValues(t('filters:adr.kemler'), [f.kemler]),
  un: (f, t) => formatLabelledValues(t('filters:adr.un'), [f.un]),
  hazardClasses: (f, t) => formatLabelledValues(t('filters:adr.classes'), f.hazardClasses),
};

/** Describes a search group by group, for the empty result and other places that list the used filters. */
export const summarizeFilter = (
  filter: SearchFilter,
  limits: PeriodLimits,
  t: Translate,
): readonly { readonly group: FilterGroup; readonly label: string }[] =>
  findActiveGroups(filter).map((group) => ({ group, label: GROUP_DESCRIPTIONS[group](filter, t, limits) }));
