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

/** Look of every tooltip. HTML tooltips carry style attributes, which the content security policy refuses. */
export const createTooltipStyle = (theme: ChartTheme) => ({
  renderMode: 'richText',
  confine: true,
  backgroundColor: theme.background,
  borderColor: theme.line,
  textStyle: createTextStyle(theme),
});

/** Tooltip of the values at one place of the axis. */
export const createAxisTooltip = (
  theme: ChartTheme,
  pointer: 'shadow' | 'line',
  format: (value: number) => string,
) => ({
  ...createTooltipStyle(theme),
  trigger: 'axis',
  axisPointer: { type: pointer },
  valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
});

export const createTextStyle = (theme: ChartTheme) => ({
  color: theme.text,
  fontFamily: theme.font,
  fontSize: theme.fontSize,
});
