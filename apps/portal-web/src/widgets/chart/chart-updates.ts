import { debounce } from '../../lib/debounce.ts';

/** Pause before a chart is drawn with new values, and before it follows a new size (CAM-09). */
export const CHART_REFRESH_MS = 500;
export const CHART_RESIZE_MS = 300;

export interface ChartUpdates {
  /** New values or another theme. */
  refresh(): void;
  /** Another size. */
  resize(): void;
  cancel(): void;
}

/** Draws a chart after a pause, so that a burst of changes or a dragged window costs one drawing. */
export function createChartUpdates(chart: { readonly draw: () => void; readonly fit: () => void }): ChartUpdates {
  const refresh = debounce(chart.draw, CHART_REFRESH_MS);
  const resize = debounce(chart.fit, CHART_RESIZE_MS);
  return {
    refresh: () => refresh.ask(),
    resize: () => resize.ask(),
    cancel() {
      refresh.cancel();
      resize.cancel();
    },
  };
}
