import { needsPasswordChange, type PlantLoginState } from '@varco/domain/plants/login-state.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';
import { activeOf, type PlantSession } from '../../lib/plants/plant-store.ts';

export interface StateLook {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly word: MessageKey;
}

const LOOKS: Readonly<Record<PlantLoginState, StateLook>> = {
  unknown: { tone: 'nt', icon: 'question', word: 'plants:state.unknown' },
  new: { tone: 'in', icon: 'hourglass', word: 'plants:state.new' },
  empty: { tone: 'wa', icon: 'key', word: 'plants:state.empty' },
  verifying: { tone: 'in', icon: 'arc', word: 'plants:state.verifying' },
  ok: { tone: 'ok', icon: 'check', word: 'plants:state.ok' },
  bad: { tone: 'al', icon: 'octagon', word: 'plants:state.bad' },
  expired: { tone: 'al', icon: 'clock', word: 'plants:state.expired' },
  userdisabled: { tone: 'al', icon: 'ban', word: 'plants:state.userdisabled' },
  weakpwd: { tone: 'wa', icon: 'warning', word: 'plants:state.weakpwd' },
};

const MUST_CHANGE: StateLook = { tone: 'wa', icon: 'key', word: 'plants:state.mustChange' };
const DISABLED: StateLook = { tone: 'nt', icon: 'minus', word: 'plants:state.disabled' };
const AWAY: StateLook = { tone: 'nt', icon: 'wifiOff', word: 'plants:status.unreachable' };

/**
 * Icon, text and colour of a plant's sign-in (P 4). An unreachable plant is not shown as a wrong password (readings
 * B-16).
 */
export function lookOf(plant: PlantSession): StateLook {
  if (!plant.credential.enabled) return DISABLED;
  if (needsPasswordChange(plant.state, activeOf(plant)) || plant.reason === 'password_expired') return MUST_CHANGE;
  const isAway = plant.state === 'bad' && (plant.reason === 'unreachable' || plant.reason === 'timeout');
  return isAway ? AWAY : LOOKS[plant.state];
}
