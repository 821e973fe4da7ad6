import { MIN_SIGNIFICANT_LEGS, type TravelBar, type TravelTimes } from '@varco/domain/analysis/travel-times.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import styles from './GateAnalysis.module.css';

const PERCENTILES = ['p10', 'p50', 'p90', 'p95'] as const;

/** Percentiles and histogram of travel times; warns if there are few journeys. */
export function TravelPanel(props: { times: TravelTimes; bars: readonly TravelBar[] }): ReactElement {
  const t = useT();
  const { times, bars } = props;
  return (
    <section className={styles.block} aria-label={t('gateAnalysis:g2g.times')}>
      <h3>{t('gateAnalysis:g2g.times')}</h3>
      <dl className={styles.shares}>
        {PERCENTILES.map((share) => {
          const seconds = times[share];
          return (
            <div key={share}>
              <dt>{t(`gateAnalysis:g2g.${share}`)}</dt>
              <dd>{seconds === null ? '–' : formatClockDuration(seconds)}</dd>
            </div>
          );
        })}
      </dl>
      {times.n < MIN_SIGNIFICANT_LEGS && (
        <p className={styles.fault}>{t('gateAnalysis:g2g.few', { count: MIN_SIGNIFICANT_LEGS })}</p>
      )}
      <Histogram bars={bars} />
    </section>
  );
}

function Histogram(props: { bars: readonly TravelBar[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { bars } = props;
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const [first, last] = [bars[0], bars.at(-1)];
  const text = (bar: TravelBar): string => `${formatClockDuration(bar.fromS)} – ${formatClockDuration(bar.toS)}`;
  return (
    <figure className={styles.figure}>
      <figcaption>{t('gateAnalysis:g2g.histogram')}</figcaption>
      <div className={styles.bars} aria-hidden="true">
        {bars.map((bar) => (
          <span
            key={bar.fromS}
            className={styles.bar}
            style={{ height: `${Math.max(bar.n === 0 ? 0 : 3, (bar.n / most) * 100)}%` }}
            title={`${text(bar)}: ${formatInteger(bar.n, language)}`}
          />
        ))}
      </div>
      {first !== undefined && last !== undefined && (
        <div className={styles.axis} aria-hidden="true">
          <span>{formatClockDuration(first.fromS)}</span>
          <span>{formatClockDuration(last.toS)}</span>
        </div>
      )}
      <details className={styles.details}>
        <summary>{t('gateAnalysis:g2g.asTable')}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              {(['from', 'to', 'count'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`gateAnalysis:g2g.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ n }) => n > 0)
              .map((bar) => (
                <tr key={bar.fromS}>
                  <td>{formatClockDuration(bar.fromS)}</td>
                  <td>{formatClockDuration(bar.toS)}</td>
                  <td>{formatInteger(bar.n, language)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
