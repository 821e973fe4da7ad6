type Box = { readonly top: number; readonly bottom: number; readonly right: number };
type Size = { readonly width: number; readonly height: number };

const WINDOW_MARGIN = 8;

/** Position of a menu: below its anchor, right-aligned; above it if there is no room; always inside the window. */
export function placeMenu(
  anchor: Box,
  menu: { readonly offsetWidth: number; readonly offsetHeight: number },
  window: Size,
): { left: number; top: number } {
  const below = anchor.bottom + 2;
  const isRoomBelow = below + menu.offsetHeight + WINDOW_MARGIN <= window.height;
  const top = isRoomBelow ? below : anchor.top - 2 - menu.offsetHeight;
  const left = Math.min(anchor.right - menu.offsetWidth, window.width - menu.offsetWidth - WINDOW_MARGIN);
  return { left: Math.max(WINDOW_MARGIN, left), top: Math.max(WINDOW_MARGIN, top) };
}

/** Whether an element was scrolled out of its scroll container, or removed from the page. */
export function isOutOfView(element: HTMLElement): boolean {
  if (!element.isConnected) return true;
  const box = element.getBoundingClientRect();
  const scroller = element.closest('[data-density]') ?? document.documentElement;
  const frame = scroller.getBoundingClientRect();
  return box.bottom <= frame.top || box.top >= Math.min(frame.bottom, innerHeight);
}
