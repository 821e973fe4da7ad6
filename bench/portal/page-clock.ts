/**
 * Runs in the page before anything else: notes when each screen can be used, in milliseconds since the page was asked for. A field counts
 * from the frame it was drawn in.
 */
export const PAGE_CLOCK = `(() => {
  const times = (window.varcoTimes = {});
  const note = (name) => times[name] ??= performance.now();
  const seen = (name, selector) => {
    if (times[name] === undefined && document.querySelector(selector)?.checkVisibility()) {
      times[name] = performance.now();
      requestAnimationFrame(() => (times[name + 'Drawn'] ??= performance.now()));
    }
  };
  const look = () => {
    seen('signIn', 'input[name=password]');
    if (times.submitted !== undefined) {
      seen('wait', '[role=status] button');
      if (document.querySelector('nav') !== null) seen('search', 'search input');
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  document.addEventListener('submit', () => note('submitted'), true);
})()`;

/** What the page noted. */
export interface PageTimes {
  readonly signIn: number;
  readonly signInDrawn: number;
  readonly submitted: number;
  readonly search: number;
  readonly searchDrawn: number;
}
