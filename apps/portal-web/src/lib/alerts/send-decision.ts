import { endAlert, type LiveAlert, sendPatrol, verifyAlert } from '@varco/contract/plant/alerts.ts';
import { ApiError, isAbort } from '../api/api-error.ts';
import { formatError } from '../notices/error-text.ts';
import { callPeer, findPlantByPeer, signInPlant } from '../plants/plant-sessions.ts';
import { isAway } from '../plants/plant-store.ts';
import { translate } from '../translate.ts';
import type { WaitingDecision } from './alert-decision.ts';
import type { SendResult } from './decision-outbox.ts';
import { refreshAlert, toReceivedAlert } from './alerts.store.ts';

/** Statuses of a server or proxy that could not decide, and of one that is asked too often. */
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);

/** Whether the plant did not answer, or something between answered for it, so that the same call may be made again. */
export function isLineFault(error: ApiError): boolean {
  const { subCode, status } = error.facts;
  if (subCode === 'network' || subCode === 'timeout' || RETRIED_STATUSES.has(status)) return true;
  // A sign-in page of a public network redirects; a plant never does. A plant that cannot be signed in to gives 401.
  return (status >= 300 && status < 400) || status === 401;
}

/** Sends a decision to its plant once. Never rejects. */
export async function sendDecision(decision: WaitingDecision): Promise<SendResult> {
  const wasOffline = !navigator.onLine;
  try {
    if (!(await hasSession(decision.peerId))) return { kind: 'waits', isUnsent: true };
    const alert = await callDecision(decision);
    refreshAlert(toReceivedAlert(decision.peerId, alert));
    return { kind: 'stored', alert };
  } catch (error) {
    if (isAbort(error)) return { kind: 'waits', isUnsent: false };
    if (!(error instanceof ApiError)) return { kind: 'refused', error: toError(error), text: String(error) };
    if (isLineFault(error)) return { kind: 'waits', isUnsent: wasOffline && error.subCode === 'network' };
    return { kind: 'refused', error, text: formatError(error.facts, false, translate) };
  }
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Whether the plant can be called. One that was not reached is signed in to again; a refused password is not tried twice. */
async function hasSession(peerId: number): Promise<boolean> {
  const plant = findPlantByPeer(peerId);
  if (plant === undefined) return false;
  if (plant.token !== null) return true;
  if (!isAway(plant.reason)) return false;
  return (await signInPlant(plant.credentialId, { isQuiet: true })) !== null;
}

function callDecision({ id, peerId, alert, seen, decision }: WaitingDecision): Promise<LiveAlert> {
  const params = { id: alert };
  const mark = { decisione: id, visto: seen };
  if (decision.kind === 'verify') return callPeer(peerId, verifyAlert, { params, body: mark });
  if (decision.kind === 'send')
    return callPeer(peerId, sendPatrol, { params, body: { ...mark, pattuglia: decision.patrol } });
  return callPeer(peerId, endAlert, { params, body: { ...mark, esito: decision.outcome, nota: decision.note } });
}
