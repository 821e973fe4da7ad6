import type { Translate } from '@varco/i18n/message-types.ts';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { useT } from '../i18n.tsx';
import { usePlant } from '../plants/use-plants.ts';
import { type OfferedAction, offeredActions, type Unavailable, useActionRegistry } from './action-registry.ts';
import { runAction, runningKey, useRunningActions } from './running-actions.store.ts';
import { ACTION_PLACES, type ActionContext, type ActionSubject, type TransitActionId } from './transit-action.ts';

/** An action ready to be drawn as a menu item or a button. */
export interface ActionItem extends RowMenuItem {
  readonly id: TransitActionId;
  readonly disabledReason: string | null;
  /** Started and not ended yet. */
  readonly isRunning: boolean;
}

/** What can be done with a transit here: for a row menu, the buttons of a detail, the palette. `subject` null: nothing. */
export function useTransitActions(subject: ActionSubject | null, context: ActionContext): readonly ActionItem[] {
  const t = useT();
  const registry = useActionRegistry();
  const running = useRunningActions(({ keys }) => keys);
  const rights = usePlant(subject?.peerId ?? Number.NaN)?.login?.user ?? null;
  if (subject === null) return [];
  return actionItems(t, offeredActions(registry, subject, context, rights), subject, context, running);
}

/** Offered actions as menu items; a line is drawn where a new group begins. */
function actionItems(
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
      disabledReason: unavailable === null ? null : reasonText(t, unavailable),
      isRunning: running.has(runningKey(action.id, subject)),
      onSelect: () => runAction(action, subject, context),
    };
  });
}

function reasonText(t: Translate, why: Unavailable): string {
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
