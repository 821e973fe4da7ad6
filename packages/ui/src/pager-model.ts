export type PagerItem =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'gap'; readonly after: number };

/**
 * Pages a pager shows: first, last, and `neighbours` on each side of the current one (P 2: three), with gaps for
 * omitted pages. Pages count from 1; a page out of range is clamped.
 */
export function buildPagerItems(page: number, pageCount: number, neighbours = 3): readonly PagerItem[] {
  const last = Math.max(1, Math.floor(pageCount));
  const current = Math.min(Math.max(1, Math.floor(page)), last);
  const shown = new Set<number>([1, last]);
  for (let near = Math.max(1, current - neighbours); near <= Math.min(last, current + neighbours); near += 1) {
    shown.add(near);
  }
  const items: PagerItem[] = [];
  let before = 0;
  for (const number of [...shown].toSorted((a, b) => a - b)) {
    if (number > before + 1) items.push({ kind: 'gap', after: before });
    items.push({ kind: 'page', page: number });
    before = number;
  }
  return items;
}
