import type { ExportFilter } from '@varco/contract/portal/saved-export.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { ExportRequest } from '../../lib/exports/export-request.store.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

const joinValues = (values: readonly unknown[] | undefined): string => (values ?? []).join(', ');
const formatLength = (values: readonly unknown[] | undefined): string =>
  values === undefined || values.length === 0 ? '' : String(values.length);

/** Describes the current request: the filters, or the number of selected transits on all plants. */
export function describeExportRequest(request: ExportRequest, t: Translate): readonly string[] {
  const picked = request.reduce((sum, { filter }) => sum + (filter.f_ids?.length ?? 0), 0);
  if (picked > 0) return [t('exports:dialog.chosen', { count: picked })];
  return describeExportFilter(request[0]?.filter ?? null, t);
}

/** Describes the filter of a saved export: period and plate first, then the other filters by name. */
export function describeExportFilter(filter: ExportFilter | null, t: Translate): readonly string[] {
  if (filter === null) return [];
  const named = (label: string, value: string): string => (value === '' ? '' : `${label}: ${value}`);
  if (filter.f_ids !== undefined) return [t('exports:picked')];
  const speeds = [filter.f_speed_min, filter.f_speed_max];
  return [
    formatPeriod(filter, t),
    filter.f_targa === undefined ? '' : t('transits:empty.plate', { plate: filter.f_targa }),
    filter.f_codfisc ?? '',
    named(t('filters:gates.label'), formatLength(filter.f_varchi)),
    joinValues(filter.f_infrazione?.map((code) => t(`filters:infringements.${code}`))),
    named(t('filters:brands.label'), formatLength(filter.f_brand_id)),
    named(t('filters:colour.label'), joinValues(filter.f_colore)),
    named(t('filters:nations.label'), joinValues(filter.f_nazioni)),
    named(t('filters:lane.label'), joinValues(filter.f_lane)),
    speeds.every((speed) => speed === undefined)
      ? ''
      : named(t('filters:speed.label'), `${filter.f_speed_min ?? 0}–${filter.f_speed_max ?? '…'}`),
    filter.f_distinct === true ? t('filters:distinct') : '',
    filter.no_unknown === true ? t('filters:unknown') : '',
    filter.f_unread === undefined ? '' : named(t('filters:unread.label'), t(`filters:unread.${filter.f_unread}`)),
    filter.f_adr_only === true ? t('filters:adr.adr') : '',
  ].filter((word) => word !== '');
}

function formatPeriod({ f_startTime: start, f_endTime: end }: ExportFilter, t: Translate): string {
  if (start === undefined && end === undefined) return t('transits:period.whole');
  if (start === undefined) return t('search:period.until', { to: formatDateMinute(end ?? '') });
  if (end === undefined) return t('search:period.since', { from: formatDateMinute(start) });
  return t('transits:period.range', { from: formatDateMinute(start), to: formatDateMinute(end) });
}
