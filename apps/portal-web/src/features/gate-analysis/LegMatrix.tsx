import { Button } from '@mantine/core';
import { MIN_SIGNIFICANT_LEGS } from '@varco/domain/analysis/travel-times.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import type { JourneyResult } from './search-journeys.ts';
import { formatCsv } from '../../lib/csv.ts';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import styles from './GateAnalysis.module.css';

type Cell = JourneyResult['matrix'][number];

/** Matrix from every selected gate to every other: number of vehicles, and median travel time. */
export function LegMatrix(props: {
  matrix: readonly Cell[];
  /** Names by gate key, in order. */
  names: ReadonlyMap<string, string>;
}): ReactElement {
  const t = useT();
  const { matrix, names } = props;
  const most = Math.max(1, ...matrix.map(({ n }) => n));
  return (
    <section className={styles.block} aria-label={t('gateAnalysis:g2g.matrix')}>
      <div className={styles.blockHead}>
        <h3>{t('gateAnalysis:g2g.matrix')}</h3>
        <Button size="compact-xs" variant="default" onClick={() => saveMatrixAsCsv(matrix, names, t)}>
          {t('gateAnalysis:g2g.csvMatrix')}
        </Button>
      </div>
      <p className={styles.sum}>{t('gateAnalysis:g2g.matrixText')}</p>
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                {t('gateAnalysis:g2g.from')} \ {t('gateAnalysis:g2g.to')}
              </th>
              {[...names].map(([key, name]) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...names].map(([from, name]) => (
              <tr key={from}>
                <th scope="row">{name}</th>
                {[...names].map(([to]) => (
                  <MatrixCell key={to} cell={matrix.find((one) => one.from === from && one.to === to)} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function MatrixCell(props: { cell: Cell | undefined; most: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { cell, most } = props;
  if (cell === undefined) return <td className={styles.own}>–</td>;
  const count = formatInteger(cell.n, language);
  const isFew = cell.n > 0 && cell.n < MIN_SIGNIFICANT_LEGS;
  return (
    <td>
      <span className={styles.share} style={{ width: `${(cell.n / most) * 100}%` }} aria-hidden="true" />
      {isFew ? t('gateAnalysis:g2g.fewMark', { count }) : count}
      {cell.p50 !== null && <span className={styles.small}> {formatClockDuration(cell.p50)}</span>}
    </td>
  );
}

function saveMatrixAsCsv(
  matrix: readonly Cell[],
  names: ReadonlyMap<string, string>,
  t: ReturnType<typeof useT>,
): void {
  const head = [t('gateAnalysis:g2g.from'), t('gateAnalysis:g2g.to'), t('gateAnalysis:g2g.count')];
  const shares = ['p10', 'p50', 'p90', 'p95'] as const;
  const rows = matrix.map((cell) => [
    names.get(cell.from) ?? '',
    names.get(cell.to) ?? '',
    cell.n,
    ...shares.map((share) => {
      const seconds = cell[share];
      return seconds === null ? '' : Math.round(seconds);
    }),
  ]);
  const text = formatCsv([
    [...head, ...shares.map((share) => `${share} (s)`)],
    ...rows,
    [],
    [t('gateAnalysis:caveat')],
  ]);
  saveTextFile(t('gateAnalysis:g2g.fileMatrix'), text, 'text/csv');
}
