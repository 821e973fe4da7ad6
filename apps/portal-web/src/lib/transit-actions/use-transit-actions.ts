import type { Translate } from '@varco/i18n/message-types.ts';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { useT } from '../i18n.tsx';
import { usePlant } from '../plants/use-plants.ts';
import {
  type OfferedAction,
  getActionsForTransit,
  type UnavailableReason,
  useActionRegistry,
} from './action-registry.ts';
import { runAction, buildRunningKey, useRunningActions } from './running-actions.store.ts';
import {
  ACTION_PLACES,
  type ActionContext,
  type ActionRights,
  type ActionSubject,
  type TransitActionId,
} from './transit-action.ts';

/** An action in the form of a menu item or a button. */
export interface ActionItem extends RowMenuItem {
  readonly id: TransitActionId;
  readonly disabledReason: string | null;
  /** True while the action is running. */
  readonly isRunning: boolean;
}

/**
 * Actions for a transit in this context, for row menu, detail and palette. `subject` null: none.
 * @param knownRights the user's rights on the plant of the transit as another window knows them, used until this window
 * has signed in there
 */
export function useTransitActions(
  subject: ActionSubject | null,
  context: ActionContext,
  knownRights: ActionRights | null = null,
): readonly ActionItem[] {
  const t = useT();
  const registry = useActionRegistry();
  const running = useRunningActions(({ keys }) => keys);
  const rights = usePlant(subject?.peerId ?? Number.NaN)?.login?.user ?? knownRights;
  if (subject === null) return [];
  return buildActionItems(t, getActionsForTransit(registry, subject, context, rights), subject, context, running);
}

/** Converts offered actions to menu items, with a divider before each group. */
function buildActionItems(
  t: Translate,
  offered: readonly OfferedAction[],
  subject: ActionSubject,
  context: ActionContext,
  running: ReadonlySet<string>,
): readonly ActionItem[] {
  return offered.map(({ action, unavailable }, index) => {
    const { group, keyName } = ACTION_PLACES[action.id];
    const before = offered[index - 1];
    return {
      id: action.id,
      label: t(action.label),
      icon: action.icon,
      ...(action.id === 'detail' ? { keyName: t('common:keys.enter') } : keyName === null ? {} : { keyName }),
      startsGroup: before !== undefined && ACTION_PLACES[before.action.id].group !== group,
      disabledReason: unavailable === null ? null : formatUnavailableReason(t, unavailable),
      isRunning: running.has(buildRunningKey(action.id, subject)),
      onSelect: () => runAction(action, subject, context),
    };
  });
}

function formatUnavailableReason(t: Translate, why: UnavailableReason): string {
  switch (why) {
    case 'plate':
      return t('transits:unavailable.plate');
    case 'not-signed-in':
      return t('transits:unavailable.notSignedIn');
    case 'plant.level':
      return t('transits:unavailable.level');
    case 'plant.notForce':
      return t('transits:unavailable.notForce');
  }
}
