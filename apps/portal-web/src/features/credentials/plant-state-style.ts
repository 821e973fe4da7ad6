import { needsPasswordChange, type PlantLoginState } from '@varco/domain/plants/login-state.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';
import { getActiveFlag, isAway, type PlantSession } from '../../lib/plants/plant-store.ts';

export interface StateStyle {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly label: MessageKey;
}

const STATE_STYLES: Readonly<Record<PlantLoginState, StateStyle>> = {
  unknown: { tone: 'nt', icon: 'question', label: 'plants:state.unknown' },
  new: { tone: 'in', icon: 'hourglass', label: 'plants:state.new' },
  empty: { tone: 'wa', icon: 'key', label: 'plants:state.empty' },
  verifying: { tone: 'in', icon: 'arc', label: 'plants:state.verifying' },
  ok: { tone: 'ok', icon: 'check', label: 'plants:state.ok' },
  bad: { tone: 'al', icon: 'octagon', label: 'plants:state.bad' },
  expired: { tone: 'al', icon: 'clock', label: 'plants:state.expired' },
  userdisabled: { tone: 'al', icon: 'ban', label: 'plants:state.userdisabled' },
  weakpwd: { tone: 'wa', icon: 'warning', label: 'plants:state.weakpwd' },
};

const MUST_CHANGE: StateStyle = { tone: 'wa', icon: 'key', label: 'plants:state.mustChange' };
const DISABLED: StateStyle = { tone: 'nt', icon: 'minus', label: 'plants:state.disabled' };
const FAILED: StateStyle = { tone: 'al', icon: 'octagon', label: 'plants:state.failed' };
const UNREACHABLE: StateStyle = { tone: 'nt', icon: 'wifiOff', label: 'plants:status.unreachable' };

/** Icon, text and colour of a plant's sign-in (P 4). Only a refused password is shown as one (readings B-16). */
export function getPlantStateStyle(plant: PlantSession): StateStyle {
  if (!plant.credential.enabled) return DISABLED;
  if (needsPasswordChange(plant.state, getActiveFlag(plant)) || plant.reason === 'password_expired') return MUST_CHANGE;
  if (plant.state !== 'bad') return STATE_STYLES[plant.state];
  if (isAway(plant.reason)) return UNREACHABLE;
  return plant.reason === 'credentials' ? STATE_STYLES.bad : FAILED;
}
