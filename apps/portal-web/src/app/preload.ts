import { loadNotification } from '../frame/notices/NotificationArea.tsx';

/** Preloads code that no page needs for its first drawing but every page may need soon. Runs after the first page is drawn. */
export async function preloadAfterFirstPage(): Promise<void> {
  const [{ watchVersion }] = await Promise.all([import('../lib/version-watch.ts'), loadNotification()]);
  watchVersion();
}

/** Registers the transit actions, so that every screen offers them. */
export async function registerActions(): Promise<void> {
  const [{ registerTransitActions }, { TRANSIT_ACTIONS }] = await Promise.all([
    import('../lib/transit-actions/action-registry.ts'),
    import('./transit-actions.ts'),
  ]);
  registerTransitActions(TRANSIT_ACTIONS);
}
