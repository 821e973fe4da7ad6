import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Box, placeCard } from './place-card.ts';

/** Room around what is pointed at, in pixels. */
const SPOT_MARGIN = 4;

/**
 * Keeps a card beside the first visible element of a selector while the page moves, and a frame around that element.
 * Without such an element the frame is hidden.
 */
export function usePlacedCard(selector: string): {
  readonly cardRef: RefObject<HTMLDivElement | null>;
  readonly spotRef: RefObject<HTMLDivElement | null>;
} {
  const cardRef = useRef<HTMLDivElement>(null);
  const spotRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    findShown(selector)?.scrollIntoView({ block: 'nearest' });
    let frame = 0;
    const follow = (): void => {
      const box = findBox(selector);
      if (cardRef.current !== null) moveCard(cardRef.current, box);
      if (spotRef.current !== null) moveSpot(spotRef.current, box);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [selector]);
  return { cardRef, spotRef };
}

function moveCard(card: HTMLElement, anchor: Box | null): void {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const { left, top } = placeCard(anchor, size, { width: innerWidth, height: innerHeight });
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

function moveSpot(spot: HTMLElement, anchor: Box | null): void {
  spot.hidden = anchor === null;
  if (anchor === null) return;
  spot.style.transform = `translate(${anchor.left - SPOT_MARGIN}px, ${anchor.top - SPOT_MARGIN}px)`;
  spot.style.width = `${anchor.right - anchor.left + 2 * SPOT_MARGIN}px`;
  spot.style.height = `${anchor.bottom - anchor.top + 2 * SPOT_MARGIN}px`;
}

const findBox = (selector: string): Box | null => findShown(selector)?.getBoundingClientRect() ?? null;

const findShown = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.clientWidth > 0 && element.clientHeight > 0);
