import type { MessageKey } from '@varco/i18n/message-types.ts';
import { NO_PLATE_AFTER_MS, SLEEP_AFTER_MS } from '@varco/domain/transits/gate-state.ts';

const AGE_STEPS = [
  { key: 'monitor:age.days', fromMs: 48 * 3_600_000, unitMs: 24 * 3_600_000 },
  { key: 'monitor:age.hours', fromMs: 3_600_000, unitMs: 3_600_000 },
  { key: 'monitor:age.minutes', fromMs: 60_000, unitMs: 60_000 },
  { key: 'monitor:age.seconds', fromMs: 10_000, unitMs: 1_000 },
] as const satisfies readonly { readonly key: MessageKey; readonly fromMs: number; readonly unitMs: number }[];

export interface Age {
  readonly key: MessageKey;
  readonly count: number;
  /** `old`: silent for as long as a sleeping gate; `lost`: as long as a gate without plates (T 4.8). */
  readonly level: 'fresh' | 'old' | 'lost';
}

/** Age in whole units. Negative ages from clocks running ahead count as now. */
export function computeAge(ms: number): Age {
  const look = ms >= NO_PLATE_AFTER_MS ? 'lost' : ms >= SLEEP_AFTER_MS ? 'old' : 'fresh';
  const step = AGE_STEPS.find(({ fromMs }) => ms >= fromMs);
  return step === undefined
    ? { key: 'monitor:age.now', count: 0, level: look }
    : { key: step.key, count: Math.floor(ms / step.unitMs), level: look };
}
