import { create } from 'zustand';
import type { ActionContext, ActionSubject, TransitAction } from './transit-action.ts';

/** Keys of the running actions, for their spinners. */
export const useRunningActions = create<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

/** Key of an action on a transit. */
export const buildRunningKey = (
  id: string,
  { peerId, transitId }: Pick<ActionSubject, 'peerId' | 'transitId'>,
): string => `${id} ${peerId}-${transitId}`;

/** Runs an action and marks it as running until it ends. Ignored while it is already running. */
export function runAction(action: TransitAction, subject: ActionSubject, context: ActionContext): void {
  const key = buildRunningKey(action.id, subject);
  if (useRunningActions.getState().keys.has(key)) return;
  const ended = action.run(subject, context);
  if (!(ended instanceof Promise)) return;
  useRunningActions.setState(({ keys }) => ({ keys: new Set([...keys, key]) }));
  void ended.finally(() =>
    useRunningActions.setState(({ keys }) => ({ keys: new Set([...keys].filter((other) => other !== key)) })),
  );
}
