import type { Limitation } from '@varco/contract/plant/transits.ts';
import { formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';
import { toInstant } from '../../lib/clock.ts';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import { isRefused, type PlantSession } from '../../lib/plants/plant-store.ts';
import type { PlantNote } from '../../widgets/reports/merge-plant-notes.ts';
import { isCurrent } from './totals.ts';
import type { PlantWatch } from './watch-counts.ts';

/** State of a plant in the strip. */
export type PlantLineState =
  | 'live'
  | 'waiting'
  | 'signingIn'
  | 'lost'
  | 'offline'
  | 'refused'
  | 'noPermission'
  | 'reason'
  | 'disabled';

/** A plant with what is known of it now. */
export interface PlantLine {
  readonly peerId: number;
  readonly name: string;
  readonly state: PlantLineState;
  readonly watch: PlantWatch;
}

export const STATE_STYLES: Readonly<Record<PlantLineState, readonly [Tone, IconName]>> = {
  live: ['ok', 'wifi'],
  waiting: ['in', 'arc'],
  signingIn: ['in', 'arc'],
  lost: ['al', 'wifiOff'],
  offline: ['nt', 'wifiOff'],
  refused: ['al', 'lock'],
  noPermission: ['pv', 'lock'],
  reason: ['wa', 'folder'],
  disabled: ['nt', 'minus'],
};

/** State of a plant: first of its account, then of its stream. */
export function getLineState(plant: PlantSession, watch: PlantWatch, nowMs: number): PlantLineState {
  if (!plant.credential.enabled) return 'disabled';
  if (plant.state === 'verifying' || plant.state === 'new') return 'signingIn';
  if (plant.state !== 'ok') return isRefused(plant) ? 'refused' : 'offline';
  if (!isReadable(plant) || watch.state === 'refused') return 'noPermission';
  if (watch.state === 'reason') return 'reason';
  if (isCurrent(watch, nowMs)) return 'live';
  return watch.state === 'waiting' ? 'waiting' : 'lost';
}

/** Why a plant is missing in the totals, or what of it is; empty: nothing. */
export function explainMissing(
  plant: string,
  state: PlantLineState,
  { counts, heardMs }: PlantWatch,
  t: Translate,
): readonly PlantNote[] {
  const note = (of: Limitation | 'hidden' | 'stolen' | Exclude<PlantLineState, 'live' | 'disabled'>): PlantNote => ({
    key: of,
    plant,
    say: (plants, count) => t(`controlRoom:missing.${of}`, { plant: plants, count }),
  });
  if (state === 'live') {
    const { limitazioni = [], oscurato = false } = counts ?? {};
    return [
      ...limitazioni.map(note),
      ...(oscurato ? [note('hidden')] : []),
      ...(!oscurato && counts?.oggi.rubate === null ? [note('stolen')] : []),
    ];
  }
  if (state === 'disabled') return [];
  if (state !== 'lost' || heardMs === null) return [note(state)];
  const at = formatTime(toInstant(heardMs));
  return [
    {
      key: `since ${at}`,
      plant,
      say: (plants, count) => t('controlRoom:missing.since', { plant: plants, count, at }),
    },
  ];
}
