import { NOT_PASSED_REASONS, type HandoverSummary } from '@varco/contract/plant/handovers.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** How the part of a plant stands: waiting, or who signed or withdrew it and when. */
export function formatPartState({ chiusura: end }: HandoverSummary, t: Translate): string {
  if (end === null) return t('handover:state.waiting');
  const values = { by: end.da, when: formatDateMinute(end.il) };
  return t(end.come === 'signed' ? 'handover:signedBy' : 'handover:withdrawnBy', values);
}

/**
 * Texts for the alerts of a signed hand-over: how many got the new owner, then how many did not, by reason. Empty unless
 * signed.
 */
export function formatPassedAlerts({ chiusura: end }: HandoverSummary, t: Translate): readonly string[] {
  if (end === null || end.come !== 'signed') return [];
  const stayed = NOT_PASSED_REASONS.flatMap((reason) => {
    const count = end.non_passati.filter(({ perche }) => perche === reason).length;
    return count === 0 ? [] : [t(`handover:notPassed.${reason}`, { count })];
  });
  return [t('handover:passed', { count: end.passati }), ...stayed];
}
