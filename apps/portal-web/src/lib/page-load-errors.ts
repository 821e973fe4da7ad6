import { nowMs } from './clock.ts';
import { showPopup } from './notices/popup.store.ts';

/** Errors of code that could not be loaded: browsers word them differently, so they are recognised by identity. */
const loadErrors = new WeakSet<object>();

/** True if the error says that code of the app could not be loaded. */
export const isLoadError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && loadErrors.has(error);

/** Reloads the page past every cache, using a parameter that changes each time (DLG-02). */
export function reloadFresh(): void {
  const target = new URL(location.href);
  target.searchParams.set('_r', String(nowMs()));
  location.replace(target);
}

/**
 * P 8: notes which errors mean that code cannot be loaded. A part of a page handles its own (`lazyComponent`), a page
 * its own (`CrashScreen`); for what nobody handles the dialog opens. Call once.
 */
export function watchPageLoadErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event) || !(event.payload instanceof Error)) return;
    loadErrors.add(event.payload);
    preventRouterReload(event.payload);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isLoadError(reason)) showPopup({ isPageMissing: true });
  });
}

/** The router reloads the window once for each missing file, which loses the open page while the portal is down. */
function preventRouterReload({ message }: Error): void {
  try {
    sessionStorage.setItem(`tanstack_router_reload:${message}`, '1');
  } catch {
    // Without storage the router does not reload either.
  }
}

/**
 * True if the portal answers now; a reload of the page then succeeds. Without the client of the portal, which would be
 * loaded with the sign-in page for this alone.
 */
export const isPortalReached = (): Promise<boolean> =>
  fetch('/api/v1/version', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Loads again the style sheets that failed: the loader of the app takes them for loaded once they were requested. */
export async function reloadFailedStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  );
  await Promise.all(
    failed.map(
      (link) =>
        new Promise<void>((resolve) => {
          const again = document.createElement('link');
          again.rel = 'stylesheet';
          again.href = link.href;
          again.nonce = link.nonce;
          again.crossOrigin = link.crossOrigin;
          again.addEventListener('load', () => resolve());
          again.addEventListener('error', () => resolve());
          link.replaceWith(again);
        }),
    ),
  );
}
