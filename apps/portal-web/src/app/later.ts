import { loadNotification } from '../frame/notices/NotificationArea.tsx';

/** What every page wants soon and none to be drawn: it comes after the first of them, whichever that is. */
export async function bringLater(): Promise<void> {
  const [{ watchVersion }] = await Promise.all([import('../lib/version-watch.ts'), loadNotification()]);
  watchVersion();
}

/** The actions on a transit, offered everywhere from then on. */
export async function registerActions(): Promise<void> {
  const [{ registerTransitActions }, { TRANSIT_ACTIONS }] = await Promise.all([
    import('../lib/transit-actions/action-registry.ts'),
    import('./transit-actions.ts'),
  ]);
  registerTransitActions(TRANSIT_ACTIONS);
}
