import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';
import { toMilliseconds } from '../../lib/clock.ts';

export type EntryState = 'active' | 'expiring' | 'expired' | 'disabled' | 'quiet';

const EXPIRING_MS = 15 * 86_400_000;

/** Current state of an entry. Expired takes precedence over disabled, because the plant disables expired entries. */
export function computeEntryState(
  entry: Pick<BlacklistEntry, 'abilitata' | 'data_scadenza'> & { readonly allarme?: boolean },
  nowMs: number,
): EntryState {
  const end = toMilliseconds(entry.data_scadenza);
  if (end <= nowMs) return 'expired';
  if (!entry.abilitata) return 'disabled';
  if (end - nowMs <= EXPIRING_MS) return 'expiring';
  return entry.allarme === false ? 'quiet' : 'active';
}

export const ENTRY_STATE_STYLES: Readonly<Record<EntryState, { readonly tone: Tone; readonly icon: IconName }>> = {
  active: { tone: 'ok', icon: 'check' },
  expiring: { tone: 'wa', icon: 'hourglass' },
  expired: { tone: 'wa', icon: 'clock' },
  disabled: { tone: 'nt', icon: 'slashRing' },
  quiet: { tone: 'nt', icon: 'dash' },
};
