/** Colours and font of the current theme. */
export interface ChartTheme {
  readonly text: string;
  readonly line: string;
  readonly background: string;
  readonly now: string;
  readonly before: string;
  readonly warning: string;
  /** Colours of lines side by side. */
  readonly series: readonly string[];
  readonly font: string;
  /** Size of the texts, px. */
  readonly fontSize: number;
}

/**
 * Tooltip of the values at one place of the axis. HTML tooltips carry style attributes, which the content security
 * policy refuses.
 */
export const createAxisTooltip = (
  theme: ChartTheme,
  pointer: 'shadow' | 'line',
  format: (value: number) => string,
) => ({
  trigger: 'axis',
  renderMode: 'richText',
  confine: true,
  axisPointer: { type: pointer },
  backgroundColor: theme.background,
  borderColor: theme.line,
  textStyle: createTextStyle(theme),
  valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
});

export const createTextStyle = (theme: ChartTheme) => ({
  color: theme.text,
  fontFamily: theme.font,
  fontSize: theme.fontSize,
});
