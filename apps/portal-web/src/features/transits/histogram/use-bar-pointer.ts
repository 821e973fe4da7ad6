import { type PointerEvent, useRef } from 'react';
import { type BarRange, findBarAt, spanBars } from './bar-range.ts';

/** So near to an end of the chosen range a drag moves this end, in CSS pixels. */
const HANDLE_PX = 9;
/** A pointer that moved less has clicked. */
const CLICK_PX = 4;

/** A drag under way: where it began, and the bar that stays. */
interface Drag {
  readonly x: number;
  readonly anchor: number;
  readonly isHandle: boolean;
  hasMoved: boolean;
}

interface PointerOptions {
  readonly count: number;
  /** The range whose ends can be dragged; null: none. */
  readonly range: BarRange | null;
  readonly onHover: (at: number | null) => void;
  readonly onDraft: (range: BarRange | null) => void;
  readonly onApply: (range: BarRange) => void;
  readonly onJump: (at: number) => void;
}

type Handler = (event: PointerEvent<HTMLDivElement>) => void;

const findBar = (event: PointerEvent<HTMLDivElement>, count: number): number => {
  const box = event.currentTarget.getBoundingClientRect();
  return findBarAt((event.clientX - box.left) / Math.max(1, box.width), count);
};

/** The bar that stays while the end under the pointer is dragged; null: the pointer is at no end of the range. */
function findAnchor(event: PointerEvent<HTMLDivElement>, { range, count }: PointerOptions): number | null {
  if (range === null) return null;
  const box = event.currentTarget.getBoundingClientRect();
  const isNear = (edge: number): boolean =>
    Math.abs(box.left + (edge / count) * box.width - event.clientX) <= HANDLE_PX;
  if (isNear(range.last + 1)) return range.first;
  return isNear(range.first) ? range.last : null;
}

/** Pointer handlers of the bars: hover tells of a bar, a drag chooses a range or moves one of its ends, a click jumps. */
export function useBarPointer(options: PointerOptions): {
  readonly onPointerDown: Handler;
  readonly onPointerMove: Handler;
  readonly onPointerUp: Handler;
  readonly onPointerCancel: Handler;
  readonly onPointerLeave: Handler;
} {
  const { count, onHover, onDraft, onApply, onJump } = options;
  const dragRef = useRef<Drag | null>(null);
  const spanOf = (event: PointerEvent<HTMLDivElement>, drag: Drag): BarRange =>
    spanBars(drag.anchor, findBar(event, count));
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || !event.isPrimary || count === 0) return;
      const anchor = findAnchor(event, options);
      dragRef.current = {
        ...{ x: event.clientX, anchor: anchor ?? findBar(event, count) },
        ...{ isHandle: anchor !== null, hasMoved: false },
      };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      if (count === 0) return;
      const drag = dragRef.current;
      if (drag === null) return onHover(findBar(event, count));
      drag.hasMoved ||= Math.abs(event.clientX - drag.x) >= CLICK_PX;
      if (drag.hasMoved) onDraft(spanOf(event, drag));
    },
    onPointerUp: (event) => {
      const drag = dragRef.current;
      dragRef.current = null;
      if (drag === null) return;
      onDraft(null);
      if (drag.hasMoved) onApply(spanOf(event, drag));
      else if (!drag.isHandle) onJump(drag.anchor);
    },
    // The page scrolls with this finger, or the window lost the pointer.
    onPointerCancel: () => {
      dragRef.current = null;
      onDraft(null);
    },
    onPointerLeave: () => onHover(null),
  };
}
