import { type PointerEvent, useRef } from 'react';
import { panBy, type ZoomView, zoomAt } from './zoom-view.ts';

type Point = { readonly x: number; readonly y: number };
type OnView = (change: (view: ZoomView) => ZoomView) => void;

const computeMidpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const computeDistance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Pointer handlers of a picture: one pointer moves it; two fingers zoom it about their midpoint and move it with them.
 */
export function usePanePointers(onView: OnView): {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
} {
  const points = useRef(new Map<number, Point>());
  const lift = (event: PointerEvent<HTMLElement>): void => void points.current.delete(event.pointerId);
  return {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      points.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event) => {
      const before = points.current.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const box = event.currentTarget.getBoundingClientRect();
      const other = [...points.current].find(([id]) => id !== event.pointerId)?.[1];
      points.current.set(event.pointerId, now);
      if (other === undefined) return onView((view) => panBy(view, now.x - before.x, now.y - before.y, box));
      const from = computeMidpoint(before, other);
      const to = computeMidpoint(now, other);
      const centre = { x: to.x - box.left - box.width / 2, y: to.y - box.top - box.height / 2 };
      const factor = computeDistance(now, other) / Math.max(1, computeDistance(before, other));
      onView((view) => panBy(zoomAt(view, factor, centre), to.x - from.x, to.y - from.y, box));
    },
    onPointerUp: lift,
  };
}
