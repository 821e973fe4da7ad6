import type { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { toMilliseconds } from '../../lib/clock.ts';

const MINUTE_MS = 60_000;
/** Reads of the last seconds are of now: cameras send in batches. */
const NOW_MS = 10_000;

/**
 * Age of the newest read of a plant by the plant's own clock. `nowMs` null: the plant is not live, so the read is given
 * with its date instead of an age that would be wrong.
 */
export function formatAge(
  { ora, ultima_lettura: newest }: Pick<ControlRoomCounts, 'ora' | 'ultima_lettura'>,
  heardMs: number | null,
  nowMs: number | null,
  t: Translate,
): string {
  if (newest === null) return t('controlRoom:age.none');
  const passedMs = nowMs === null || heardMs === null ? null : Math.max(0, nowMs - heardMs);
  const ageMs = passedMs === null ? null : toMilliseconds(ora) - toMilliseconds(newest) + passedMs;
  if (ageMs === null || ageMs >= 60 * MINUTE_MS) return t('controlRoom:age.at', { at: formatDateMinute(newest) });
  if (ageMs < NOW_MS) return t('controlRoom:age.now');
  if (ageMs < MINUTE_MS) return t('controlRoom:age.seconds', { count: Math.floor(ageMs / 1000) });
  return t('controlRoom:age.minutes', { count: Math.floor(ageMs / MINUTE_MS) });
}
