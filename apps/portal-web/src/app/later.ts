import { loadNotification } from '../frame/notices/NotificationArea.tsx';

/** What every page wants soon and none to be drawn: it comes after the first of them, whichever that is. */
export async function bringLater(): Promise<void> {
  const [{ watchVersion }, { registerTransitActions }, { TRANSIT_ACTIONS }] = await Promise.all([
    import('../lib/version-watch.ts'),
    import('../lib/transit-actions/action-registry.ts'),
    import('./transit-actions.ts'),
    loadNotification(),
  ]);
  watchVersion();
  registerTransitActions(TRANSIT_ACTIONS);
}
