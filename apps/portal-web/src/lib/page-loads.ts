import { nowMs } from './clock.ts';
import { showPopup } from './notices/popup.store.ts';

/** Loads the page anew past every cache; the parameter changes each time (DLG-02). */
export function reloadFresh(): void {
  const target = new URL(location.href);
  target.searchParams.set('_r', String(nowMs()));
  location.replace(target);
}

/** P 8: page code that cannot be loaded opens a dialog over whatever is left of the screen. Call once. */
export function watchPageLoads(): void {
  addEventListener('vite:preloadError', () => showPopup({ isPageMissing: true }));
}
