import { isMeaningfulReason, findReasonFault } from '@varco/contract/reason.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { StatedReason } from '@varco/server-kit/http/stated-reason.ts';
import { listOfferedReasons, type PlantSettings } from '../settings/plant-settings.repository.ts';

type ReasonPolicy = Pick<PlantSettings, 'requires_reason' | 'requires_case' | 'reasons'>;

/**
 * Checks the stated reason of a call against the policy of the plant (decisions, "Reason of a consultation"). Throws
 * `reason_required`, with `case_required` or `reason_invalid` when a reason was stated.
 */
export function checkReason(reason: StatedReason | null, settings: ReasonPolicy): void {
  if (reason !== null && !isMeaningfulReason(reason.text))
    throw new AppError('reason_required', { sub: 'reason_invalid' });
  const offered = listOfferedReasons(settings);
  const fault = findReasonFault(reason, {
    requiresReason: settings.requires_reason,
    requiresCase: settings.requires_case,
    codes: offered.map(({ code }) => code),
    caseCodes: offered.filter((entry) => entry.requires_case).map(({ code }) => code),
  });
  if (fault === null) return;
  throw fault === 'reason_missing' ? new AppError('reason_required') : new AppError('reason_required', { sub: fault });
}
