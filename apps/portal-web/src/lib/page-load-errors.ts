import { nowMs } from './clock.ts';
import { showPopup } from './notices/popup.store.ts';

/** Reloads the page past every cache, using a parameter that changes each time (DLG-02). */
export function reloadFresh(): void {
  const target = new URL(location.href);
  target.searchParams.set('_r', String(nowMs()));
  location.replace(target);
}

/** P 8: opens a dialog when page code cannot be loaded. Call once. */
export function watchPageLoadErrors(): void {
  addEventListener('vite:preloadError', () => showPopup({ isPageMissing: true }));
}
