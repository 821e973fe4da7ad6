import type { RetentionKind, RetentionPreview } from '@varco/contract/plant/settings.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { PlantLimits } from '../../settings/plant-limits.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import { countAnswers } from '../look-ups/look-ups.public.ts';
import { countPastTerm, type TermRange } from '../retention/retention.public.ts';
import type { SettingsDeps } from './settings.deps.ts';
import { getTerm } from './settings.repository.ts';

const DAY_MS = 86_400_000;
const NOTHING: TermRange = { fromMs: 0, toMs: 0 };

/** Ranges that a new term adds to what is past its term, by what lies in them. */
interface AddedRanges {
  readonly transits: TermRange;
  readonly plate_pictures: TermRange;
  readonly context_pictures: TermRange;
  readonly look_up_answers: TermRange;
}

interface TermChange {
  readonly kind: RetentionKind;
  readonly days: number;
  readonly nowMs: number;
}

function computeAddedRanges(
  settings: PlantSettings,
  { kind, days, nowMs }: TermChange,
  defaults: PlantLimits,
): AddedRanges {
  const cutoff = (term: number): number => nowMs - term * DAY_MS;
  const toMs = cutoff(days);
  // Pictures go with their transit, too: only those that are still there now can be lost.
  const pictures = (own: RetentionKind, term: number): TermRange =>
    kind === own || kind === 'transits'
      ? { fromMs: Math.max(cutoff(term), cutoff(settings.retention_days)), toMs }
      : NOTHING;
  const alone = (own: RetentionKind): TermRange =>
    kind === own ? { fromMs: cutoff(getTerm(settings, own, defaults).days), toMs } : NOTHING;
  return {
    transits: alone('transits'),
    plate_pictures: pictures('plate_pictures', settings.plate_picture_days),
    context_pictures: pictures('context_pictures', settings.context_picture_days),
    look_up_answers: alone('look_up_answers'),
  };
}

/** Counts what a term would delete that the present one keeps. A longer term deletes nothing. */
export async function previewTerm(
  { store, limits }: Pick<SettingsDeps, 'store' | 'limits'>,
  settings: PlantSettings,
  change: TermChange,
  signal: AbortSignal,
): Promise<RetentionPreview> {
  const { runner } = store;
  const ranges = computeAddedRanges(settings, change, limits.defaults);
  const counts = {
    transits: await countPastTerm(runner, 'transits', ranges.transits, signal),
    alerts: await countPastTerm(runner, 'alerts', ranges.transits, signal),
    plate_pictures: await countPastTerm(runner, 'plate_pictures', ranges.plate_pictures, signal),
    context_pictures: await countPastTerm(runner, 'context_pictures', ranges.context_pictures, signal),
    look_up_answers: await countAnswers(runner, ranges.look_up_answers, signal),
  };
  const changed = ranges[change.kind];
  return {
    ...counts,
    from: toIsoInstant(Math.min(changed.fromMs, changed.toMs)),
    to: toIsoInstant(changed.toMs),
    empty: Object.values(counts).every(({ count }) => count === 0),
  };
}
