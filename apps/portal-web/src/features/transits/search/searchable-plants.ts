import { findReasonFault } from '@varco/contract/reason.ts';
import type { NotQueriedReason } from '@varco/domain/federation/completeness.ts';
import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { getStatedReason } from '../../../lib/case/reason.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';

/** Why a plant cannot be searched; null when it can (T 4.1, T 6, readings A-07). */
export function findNotQueriedReason(plant: PlantSession, peerIds: readonly number[] | null): NotQueriedReason | null {
  if (!plant.credential.enabled) return 'disabled';
  if (plant.state !== 'ok' || plant.login === null) return 'not_signed_in';
  if (canReadTransits(plant.login.user) !== null) return 'no_permission';
  return peerIds === null || peerIds.includes(plant.peerId) ? null : 'not_selected';
}

/**
 * Splits plants into those to query and those excluded with a reason, and says whether one of them first requires a
 * stated reason.
 */
export function planSearch(
  plants: readonly PlantSession[],
  peerIds: readonly number[] | null,
): {
  readonly askable: readonly number[];
  readonly notAsked: readonly { readonly plantId: string; readonly reason: NotQueriedReason }[];
  readonly wantsReason: boolean;
} {
  const askable: number[] = [];
  const notRequested: { plantId: string; reason: NotQueriedReason }[] = [];
  const reason = getStatedReason();
  let wantsReason = false;
  for (const plant of plants) {
    const why = findNotQueriedReason(plant, peerIds);
    if (why !== null) {
      notRequested.push({ plantId: String(plant.peerId), reason: why });
      continue;
    }
    askable.push(plant.peerId);
    const parameters = plant.login?.parameters;
    if (parameters === undefined) continue;
    const policy = {
      requiresReason: parameters.requires_reason,
      requiresCase: parameters.requires_case,
      codes: parameters.reasons.map((one) => one.code),
      caseCodes: parameters.reasons.flatMap((one) => (one.requires_case === true ? [one.code] : [])),
    };
    wantsReason ||= findReasonFault(reason, policy) !== null;
  }
  return { askable, notAsked: notRequested, wantsReason };
}

/** True when a search can query this plant now. */
export const isSearchable = (plant: PlantSession): boolean => findNotQueriedReason(plant, null) === null;
