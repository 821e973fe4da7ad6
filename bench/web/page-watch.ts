/** Function of the benchmark that the page calls with its measurement, as JSON. */
export const REPORT_SEEN = 'varcoSeen';

/**
 * Runs in the page before anything else. `varcoWatch(kind)` arms one measure; the next click or key begins it, the time stamp of the event
 * itself is its zero, and what it waits for counts from the frame it was painted in (a message posted in the frame comes after the paint).
 *
 * - `search`: rows that were not on the page before: the first, and the fiftieth (or all there are, once the list is no longer busy), and
 *   the longest time the page did nothing else (0: never over 50 ms)
 * - `paint`: whatever the event changes: the next paint
 * - `tab`: the rows of another tab
 */
export const PAGE_WATCH = `(() => {
  let armed = null;
  const rowIds = () => [...document.querySelectorAll('[id^=lpr-row-]')].filter((row) => row.checkVisibility()).map((row) => row.id);
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
  const tell = (seen) => window.${REPORT_SEEN}(JSON.stringify(seen));
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  let before = new Set();
  window.varcoWatch = (kind) => {
    armed = kind;
    before = new Set(rowIds());
  };
  const begin = (event) => {
    const kind = armed;
    if (kind === null || !event.isTrusted) return;
    armed = null;
    const zero = event.timeStamp;
    if (kind === 'paint') return painted((at) => tell({ ms: at - zero }));
    // The box searches by itself half a second after the last key: then there is nothing left to measure.
    if (rowIds().some((id) => !before.has(id))) return tell({ isLate: true });
    const seen = {};
    let isWaiting = true;
    longest = 0;
    const isBusy = () => [...document.querySelectorAll('[aria-busy=true]')].some((part) => part.tagName === 'SECTION' && part.checkVisibility());
    const look = () => {
      if (!isWaiting) return;
      const fresh = rowIds().filter((id) => !before.has(id)).length;
      if (fresh > 0 && seen.first === undefined) {
        seen.first = 0;
        painted((at) => { seen.first = at - zero; });
      }
      if (fresh > 0 && (fresh >= 50 || kind === 'tab' || !isBusy())) {
        isWaiting = false;
        observer.disconnect();
        seen.rows = fresh;
        painted((at) => { seen.full = at - zero; seen.longest = longest; tell(seen); });
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy', 'style', 'hidden'] });
  };
  addEventListener('pointerdown', begin, true);
  addEventListener('keydown', begin, true);
})()`;
