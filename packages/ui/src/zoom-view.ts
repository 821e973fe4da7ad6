/** View of a picture: `scale` 1 fits it; x and y are the shift of its centre in px. */
export type ZoomView = { readonly scale: number; readonly x: number; readonly y: number };

export const FIT_VIEW: ZoomView = { scale: 1, x: 0, y: 0 };
const MIN_SCALE = 1;
const MAX_SCALE = 12;

/** Zooms by `factor` and leaves the point (px from the window's centre) under the pointer unchanged. */
export function zoomAt(view: ZoomView, factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): ZoomView {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  if (scale === MIN_SCALE) return FIT_VIEW;
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/** Moves a zoomed picture so that part of it stays visible (`window` in px); a fitting picture does not move. */
export function panBy(view: ZoomView, dx: number, dy: number, window: { width: number; height: number }): ZoomView {
  if (view.scale === MIN_SCALE) return FIT_VIEW;
  const limit = (size: number): number => (size * (view.scale - 1)) / 2;
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
  return { ...view, x: clamp(view.x + dx, limit(window.width)), y: clamp(view.y + dy, limit(window.height)) };
}
