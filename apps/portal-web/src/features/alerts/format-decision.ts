import type { Translate } from '@varco/i18n/message-types.ts';
import type { AlertDecision, WaitingDecision } from '../../lib/alerts/alert-decision.ts';
import type { AlertReference } from '../../lib/alerts/alert-reference.ts';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';

/** A decision in a few words, without its note. */
export function formatDecision(decision: AlertDecision, t: Translate): string {
  if (decision.kind === 'verify') return t('alerts:waiting.verify');
  if (decision.kind === 'send') return t('alerts:waiting.send', { patrol: decision.patrol });
  return t('alerts:waiting.end', { outcome: t(`alerts:outcome.${decision.outcome}`) });
}

/** The alert of a decision as addresses name it; null while its plant is not signed in. */
export function findAlertReference({ peerId, alert }: WaitingDecision): AlertReference | null {
  const plant = findPlantByPeer(peerId)?.login?.parameters.plant_uuid;
  return plant === undefined ? null : { plant, alert };
}

/** Page of the alert of a decision; without its plant, the history of alerts. */
export function buildAlertPath(waiting: WaitingDecision): string {
  const found = findAlertReference(waiting);
  return found === null ? '/alerts' : `/alerts?plant=${found.plant}&alert=${found.alert}`;
}
