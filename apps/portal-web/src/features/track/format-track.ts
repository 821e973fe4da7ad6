import type { ImpliedSpeed } from '@varco/domain/maps/implied-speed.ts';
import type { RoadRoute } from '@varco/domain/maps/road-route.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { TrackConnection } from './track-lines.ts';

const MINUTE_MS = 60_000;

/** Formats a duration for a list: "45 s", "12 min", "3 h 05 min", "2 g 4 h". */
export function formatDuration(t: Translate, ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < MINUTE_MS) return t('maps:time.seconds', { count: Math.round(ms / 1000) });
  if (minutes < 60) return t('maps:time.minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('maps:time.hours', { hours: String(hours), minutes: String(minutes % 60).padStart(2, '0') });
  return t('maps:time.days', { days: String(Math.floor(hours / 24)), hours: String(hours % 24) });
}

/** Speed implied by the straight line between two gates. */
export function formatImpliedSpeed(t: Translate, { distanceM, kmh, isImpossible }: ImpliedSpeed): string {
  const km = formatKm(distanceM);
  if (kmh === null) return t('maps:track.atOnce', { km });
  const values = { km, kmh: String(Math.round(kmh)) };
  return t(isImpossible ? 'maps:track.impossible' : 'maps:track.speed', values);
}

const formatKm = (metres: number): string => (metres / 1000).toFixed(1).replace('.', ',');

/** Distance from the previous gate: by road where the routing service has answered, else along the straight line. */
export function formatDistance(
  t: Translate,
  { pair, from, straightM }: TrackConnection,
  roads: ReadonlyMap<string, RoadRoute>,
): string {
  const road = roads.get(pair);
  return road === undefined
    ? t('maps:track.straightDistance', { from, km: formatKm(straightM) })
    : t('maps:track.roadDistance', { from, km: formatKm(road.distanceM) });
}
