import { useComputedColorScheme } from '@mantine/core';
import { type ECharts, type EChartsCoreOption, init } from 'echarts/core';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ChartTheme } from './chart-theme.ts';
import { type ChartUpdates, createChartUpdates } from './chart-updates.ts';

function readTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: get('--tx-2'),
    line: get('--line-1'),
    background: get('--bg-1'),
    now: get('--c1'),
    before: get('--c2'),
    warning: get('--wa'),
    series: [get('--c1'), get('--c3'), get('--c4')],
    font: style.fontFamily,
    // Set on an element around charts that are read from afar.
    fontSize: Number.parseFloat(get('--chart-text')) || 11,
  };
}

/**
 * Draws a chart into an element that fills its width, and again shortly after options, theme or size change. `createOption` must
 * be stable between draws that show the same.
 * @param onPick called with the index of the item that was clicked
 */
export function useChart(
  createOption: (theme: ChartTheme) => EChartsCoreOption,
  onPick?: (at: number) => void,
): RefObject<HTMLDivElement | null> {
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const updates = useRef<ChartUpdates | null>(null);
  const draw = useEffectEvent(() => {
    if (box.current !== null) chart.current?.setOption(createOption(readTheme(box.current)), { notMerge: true });
  });
  const pick = useEffectEvent((at: number) => onPick?.(at));
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // A canvas knows nothing of an enlargement around it and would be blurred.
    const made = init(element, null, { devicePixelRatio: devicePixelRatio * (element.currentCSSZoom || 1) });
    chart.current = made;
    made.on('click', ({ dataIndex }) => {
      if (typeof dataIndex === 'number') pick(dataIndex);
    });
    draw();
    const planned = createChartUpdates({ draw, fit: () => made.resize() });
    updates.current = planned;
    const resized = new ResizeObserver(() => planned.resize());
    resized.observe(element);
    return () => {
      resized.disconnect();
      planned.cancel();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => updates.current?.refresh(), [createOption, scheme]);
  return box;
}
