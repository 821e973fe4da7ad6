import type { DenialReason } from '@varco/domain/policy/permissions.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import { create } from 'zustand';
import {
  ACTION_PLACES,
  type ActionContext,
  type ActionRights,
  type ActionSubject,
  type TransitAction,
  type TransitActionId,
} from './transit-action.ts';

interface Registry {
  readonly actions: ReadonlyMap<TransitActionId, TransitAction>;
}

/** Registered transit actions, read by rows, detail, palette and suspects. */
export const useActionRegistry = create<Registry>(() => ({ actions: new Map() }));

/** Registers actions; an existing one with the same id is replaced. Returns a function that unregisters them. */
export function registerTransitActions(actions: readonly TransitAction[]): () => void {
  const before = useActionRegistry.getState().actions;
  useActionRegistry.setState({
    actions: new Map([...before, ...actions.map((action) => [action.id, action] as const)]),
  });
  return () => useActionRegistry.setState({ actions: before });
}

/** Why an action is not available now: the plate, the plant, or the user's rights there. */
export type UnavailableReason = 'plate' | 'not-signed-in' | DenialReason;

/** An action with its availability for one transit. `unavailable` null: it can be used. */
export interface OfferedAction {
  readonly action: TransitAction;
  readonly unavailable: UnavailableReason | null;
}

const ACTION_ORDER = Object.keys(ACTION_PLACES);

/**
 * Actions for a transit, in menu order. Unavailable ones are included with their reason.
 * @param rights the user's rights on the plant of the transit; null: not signed in there
 */
export function getActionsForTransit(
  { actions }: Registry,
  subject: ActionSubject,
  context: ActionContext,
  rights: ActionRights | null,
): readonly OfferedAction[] {
  return [...actions.values()]
    .toSorted((a, b) => ACTION_ORDER.indexOf(a.id) - ACTION_ORDER.indexOf(b.id))
    .filter((action) => action.isHidden?.(subject, context) !== true)
    .map((action) => ({ action, unavailable: findUnavailableReason(action, subject, rights) }));
}

function findUnavailableReason(
  action: TransitAction,
  subject: ActionSubject,
  rights: ActionRights | null,
): UnavailableReason | null {
  if (action.needsValidPlate && !isValidPlate(subject.plate)) return 'plate';
  if (action.permission === undefined) return null;
  return rights === null ? 'not-signed-in' : action.permission(rights);
}
