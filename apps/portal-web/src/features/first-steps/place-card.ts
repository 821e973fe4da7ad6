export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
type Size = { readonly width: number; readonly height: number };
type Point = { readonly left: number; readonly top: number };

const GAP = 12;
const MARGIN = 8;

/**
 * Position of a card beside what it explains, in pixels of the window: to the right of something at the left edge,
 * otherwise below; where there is no room, on another side; without an anchor in the lower right corner.
 */
export function placeCard(anchor: Box | null, card: Size, window: Size): Point {
  const corner = { left: window.width - card.width - MARGIN, top: window.height - card.height - MARGIN };
  if (anchor === null) return clamp(corner, card, window);
  const below = { left: anchor.left, top: anchor.bottom + GAP };
  const above = { left: anchor.left, top: anchor.top - GAP - card.height };
  const right = { left: anchor.right + GAP, top: anchor.top };
  const isAtEdge = anchor.right < window.width / 4;
  const found = (isAtEdge ? [right, below, above] : [below, above, right])
    .map((point) => shiftSideways(point, card, window))
    .find((point) => fits(point, card, window) && !overlaps(point, card, anchor));
  return clamp(found ?? corner, card, window);
}

const shiftSideways = (point: Point, card: Size, window: Size): Point => ({
  left: Math.max(MARGIN, Math.min(point.left, window.width - card.width - MARGIN)),
  top: point.top,
});

const fits = (point: Point, card: Size, window: Size): boolean =>
  point.top >= MARGIN && point.top + card.height + MARGIN <= window.height;

const overlaps = (point: Point, card: Size, anchor: Box): boolean =>
  point.left < anchor.right &&
  point.left + card.width > anchor.left &&
  point.top < anchor.bottom &&
  point.top + card.height > anchor.top;

const clamp = (point: Point, card: Size, window: Size): Point => ({
  left: Math.max(MARGIN, Math.min(point.left, window.width - card.width - MARGIN)),
  top: Math.max(MARGIN, Math.min(point.top, window.height - card.height - MARGIN)),
});
