import { useComputedColorScheme } from '@mantine/core';
import { type ECharts, type EChartsCoreOption, init } from 'echarts/core';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ChartTheme } from './chart-theme.ts';

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
    font: style.fontFamily,
  };
}

/**
 * Draws a chart into an element that fills its width, and again when options, theme or size change. `createOption` must
 * be stable between draws that show the same.
 */
export function useChart(createOption: (theme: ChartTheme) => EChartsCoreOption): RefObject<HTMLDivElement | null> {
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const draw = useEffectEvent(() => {
    if (box.current !== null) chart.current?.setOption(createOption(readTheme(box.current)), { notMerge: true });
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const made = init(element);
    chart.current = made;
    draw();
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => draw(), [createOption, scheme]);
  return box;
}
