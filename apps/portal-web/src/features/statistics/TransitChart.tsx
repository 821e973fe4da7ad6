import { formatInteger } from '@varco/i18n/format.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useMemo } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { LazyBarChart } from '../../widgets/chart/lazy-bar-chart.tsx';
import type { NamedLine } from './format-report.ts';
import styles from './Statistics.module.css';

/** Maximum number of bars; longer reports are easier to read in the table. */
const MAX_BARS = 93;

/** Bar chart of transits per line, beside those of the compared period. The table below shows the same numbers. */
export function TransitChart(props: { lines: readonly NamedLine[] }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { lines } = props;
  const points = useMemo(
    () =>
      lines
        .slice(0, MAX_BARS)
        .map(({ name, figures, before }) => ({ name, value: figures.transiti, before: before?.transiti ?? null })),
    [lines],
  );
  const texts = useMemo(
    () => ({
      now: t('statistics:chartNow'),
      before: t('statistics:chartBefore'),
      format: (value: number) => formatInteger(value, language),
    }),
    [t, language],
  );
  if (lines.length < 2) return null;
  return (
    <figure className={styles.chart}>
      <figcaption>{t('statistics:chart')}</figcaption>
      <LazyBarChart points={points} texts={texts} />
      {lines.length > points.length && <Remark>{t('statistics:chartMore', { count: MAX_BARS })}</Remark>}
    </figure>
  );
}
