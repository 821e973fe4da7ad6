import type { DeletedKind } from '@varco/contract/plant/deletions.ts';
import { HANDOVER_DAYS } from '@varco/contract/plant/handovers.ts';
import { EXPORT_RETENTION_MS } from '@varco/domain/exports/export-limits.ts';
import { addDays, romeDayStart } from '@varco/domain/time/rome.ts';
import { applyLimits, type PlantLimits } from '../../settings/plant-limits.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import { APPROVAL_DAYS } from '../approvals/approvals.public.ts';
import type { TermRange } from './count-past-term.repository.ts';

const DAY_MS = 86_400_000;

/** Days from the event to its deletion, by kind, as `runRetention` and the jobs of look-ups and exports apply them. */
export function computeDeletionTerms(
  settings: PlantSettings,
  defaults: PlantLimits,
): Readonly<Record<DeletedKind, number>> {
  const { retention_days: transits, plate_picture_days: plate, context_picture_days: context } = settings;
  return {
    transits,
    unread: transits,
    restricted: transits,
    alerts: transits,
    plate_checks: transits,
    // A picture does not outlive its transit.
    plate_pictures: Math.min(plate, transits),
    context_pictures: Math.min(context, transits),
    look_up_answers: applyLimits(settings, defaults).look_up_answer_days,
    exports: EXPORT_RETENTION_MS / DAY_MS,
    approvals: Math.min(APPROVAL_DAYS, transits),
    handovers: Math.min(HANDOVER_DAYS, transits),
  };
}

/** When the events happened whose term of some days ends on a Rome day. */
export const computeEventRange = (day: string, termDays: number): TermRange => ({
  fromMs: romeDayStart(day) - termDays * DAY_MS,
  toMs: romeDayStart(addDays(day, 1)) - termDays * DAY_MS,
});
