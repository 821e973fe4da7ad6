import { useComputedColorScheme } from '@mantine/core';
import { BarChart as BarSeries } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react';
import styles from './Chart.module.css';
import { type BarChartTexts, type BarPoint, type ChartTheme, createBarChartOption } from './bar-chart-option.ts';

registerParts([BarSeries, GridComponent, TooltipComponent, LegendComponent, CanvasRenderer]);

function readTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: get('--tx-2'),
    line: get('--line-1'),
    background: get('--bg-1'),
    now: get('--c1'),
    before: get('--c2'),
    font: style.fontFamily,
  };
}

/**
 * A bar chart that fills its width. It is hidden from assistive technology: the table beside it shows the same numbers.
 */
export function BarChart(props: { points: readonly BarPoint[]; texts: BarChartTexts }): ReactElement {
  const { points, texts } = props;
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const draw = useEffectEvent(() => {
    if (box.current !== null)
      chart.current?.setOption(createBarChartOption(points, texts, readTheme(box.current)), { notMerge: true });
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
  useEffect(() => draw(), [points, texts, scheme]);
  return <div ref={box} className={styles.chart} aria-hidden="true" />;
}
