/**
 * Scrolls the region around an element so that the element is in sight: whole, or from its beginning when it is taller.
 * Unlike `scrollIntoView` it moves nothing else, such as the shell of the page, which clips what overflows.
 */
export function bringIntoSight(element: HTMLElement | null): void {
  if (element === null) return;
  const region = findRegion(element);
  if (region === null) return element.scrollIntoView({ block: 'nearest' });
  const [own, frame] = [element.getBoundingClientRect(), region.getBoundingClientRect()];
  const [above, below] = [own.top - frame.top, own.bottom - frame.bottom];
  if (below > 0) region.scrollBy(0, Math.min(above, below));
  else if (above < 0) region.scrollBy(0, above);
}

/** The nearest region around an element that scrolls. */
function findRegion(element: HTMLElement): HTMLElement | null {
  for (let one = element.parentElement; one !== null; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return null;
}
