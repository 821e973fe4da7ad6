/** Function of the benchmark that the page calls when a screen is drawn. */
export const REPORT_DRAWN = 'varcoDrawn';

/**
 * Runs in the page before anything else: records when each screen becomes usable, in milliseconds since the
 * navigation. A field counts from the frame in which it was drawn.
 */
export const PAGE_CLOCK = `(() => {
  const times = (window.varcoTimes = {});
  const note = (name) => times[name] ??= performance.now();
  const seen = (name, selector) => {
    if (times[name] === undefined && document.querySelector(selector)?.checkVisibility()) {
      times[name] = performance.now();
      requestAnimationFrame(() => {
        times[name + 'Drawn'] = performance.now();
        window.${REPORT_DRAWN}(name);
      });
    }
  };
  const look = () => {
    seen('signIn', 'input[name=password]');
    if (times.submitted !== undefined) {
      if (document.querySelector('nav') !== null) seen('search', 'search input');
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  document.addEventListener('submit', () => note('submitted'), true);
})()`;
