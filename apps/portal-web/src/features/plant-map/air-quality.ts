import type { Gate } from '@varco/contract/plant/gates.ts';
import { formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** Air quality measurements of a gate, with their time. */
export function formatAirQuality(t: Translate, { pm10, no2, data }: NonNullable<Gate['pollution']>): string {
  const parts = [...(pm10 === null ? [] : [`PM10 ${pm10}`]), ...(no2 === null ? [] : [`NO₂ ${no2}`])];
  return t('maps:plants.air', { values: parts.join(', '), time: formatTime(data) });
}
