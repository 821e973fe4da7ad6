import type { RetentionKind, RetentionPreview } from '@varco/contract/plant/settings.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import { countPastTerm, type TermRange } from '../retention/retention.public.ts';

const DAY_MS = 86_400_000;
const NOTHING: TermRange = { fromMs: 0, toMs: 0 };

/** Ranges that a new term adds to what is past its term, by what lies in them. */
interface AddedRanges {
  readonly transits: TermRange;
  readonly plate_pictures: TermRange;
  readonly context_pictures: TermRange;
}

function computeAddedRanges(settings: PlantSettings, kind: RetentionKind, days: number, nowMs: number): AddedRanges {
  const cutoff = (term: number): number => nowMs - term * DAY_MS;
  const toMs = cutoff(days);
  // Pictures go with their transit, too: only those that are still there now can be lost.
  const pictures = (own: number): TermRange => ({
    fromMs: Math.max(cutoff(own), cutoff(settings.retention_days)),
    toMs,
  });
  return {
    transits: kind === 'transits' ? { fromMs: cutoff(settings.retention_days), toMs } : NOTHING,
    plate_pictures: kind === 'context_pictures' ? NOTHING : pictures(settings.plate_picture_days),
    context_pictures: kind === 'plate_pictures' ? NOTHING : pictures(settings.context_picture_days),
  };
}

/** Counts what a term would delete that the present one keeps. A longer term deletes nothing. */
export async function previewTerm(
  runner: Runner,
  settings: PlantSettings,
  change: { readonly kind: RetentionKind; readonly days: number; readonly nowMs: number },
  signal: AbortSignal,
): Promise<RetentionPreview> {
  const ranges = computeAddedRanges(settings, change.kind, change.days, change.nowMs);
  const [transits, alerts] = [
    await countPastTerm(runner, 'transits', ranges.transits, signal),
    await countPastTerm(runner, 'alerts', ranges.transits, signal),
  ];
  const [platePictures, contextPictures] = [
    await countPastTerm(runner, 'plate_pictures', ranges.plate_pictures, signal),
    await countPastTerm(runner, 'context_pictures', ranges.context_pictures, signal),
  ];
  const changed = ranges[change.kind];
  return {
    transits,
    alerts,
    plate_pictures: platePictures,
    context_pictures: contextPictures,
    from: toIsoInstant(Math.min(changed.fromMs, changed.toMs)),
    to: toIsoInstant(changed.toMs),
    empty: [transits, alerts, platePictures, contextPictures].every(({ count }) => count === 0),
  };
}
