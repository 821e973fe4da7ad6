import { formatInteger } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { NamedLine } from './format-report.ts';
import styles from './Statistics.module.css';

/** Maximum number of bars; longer reports are easier to read in the table. */
const MAX_BARS = 93;

/**
 * Bar chart of transits per line, with a dashed mark for the compared period. The table below shows the same numbers.
 */
export function LineChart(props: { lines: readonly NamedLine[] }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { lines } = props;
  const drawn = lines.slice(0, MAX_BARS);
  const most = Math.max(1, ...drawn.flatMap(({ figures, before }) => [figures.transiti, before?.transiti ?? 0]));
  const share = (n: number): string => `${(100 * n) / most}%`;
  const hasBefore = drawn.some(({ before }) => before !== null);
  if (lines.length < 2) return null;
  const [first, last] = [drawn[0], drawn.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption>
        {t('statistics:chart')}
        {hasBefore && (
          <span className={styles.keys} aria-hidden="true">
            <span className={styles.keyNow} /> {t('statistics:chartNow')}
            <span className={styles.keyBefore} /> {t('statistics:chartBefore')}
          </span>
        )}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <span className={styles.most}>{formatInteger(most, language)}</span>
        {drawn.map(({ key, name, figures, before }) => (
          <div
            key={key}
            className={styles.slot}
            title={`${name}: ${formatInteger(figures.transiti, language)}${
              before === null ? '' : ` / ${formatInteger(before.transiti, language)}`
            }`}
          >
            {before !== null && <div className={styles.barBefore} style={{ height: share(before.transiti) }} />}
            <div className={styles.bar} style={{ height: share(figures.transiti) }} />
          </div>
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{first?.name}</span>
        {last !== first && <span>{last?.name}</span>}
      </div>
      {lines.length > drawn.length && <p className={styles.hint}>{t('statistics:chartMore', { count: MAX_BARS })}</p>}
    </figure>
  );
}
