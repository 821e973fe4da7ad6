import { formatDate, formatInteger } from '@varco/i18n/format.ts';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import styles from './Charts.module.css';
import { formatChange, formatCount, formatRange } from './format-charts.ts';
import { POPULATION_KINDS, type PopulationDay, type PopulationLine } from './population-lines.ts';

/** Means of the classes a day, with their ranges and what they are compared with. */
export function PopulationMeans(props: {
  lines: readonly PopulationLine[];
  isCompared: boolean;
  isPrinted?: boolean;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { lines, isCompared, isPrinted = false } = props;
  const title = t('charts:population.means');
  return (
    <SimpleTable
      label={title}
      caption={isPrinted ? title : undefined}
      density="dense"
      columns={[
        { key: 'class', title: t('charts:population.class') },
        { key: 'mean', title: t('charts:population.mean'), isNumeric: true },
        { key: 'range', title: t('charts:population.range'), isNumeric: true },
        ...(isCompared
          ? [
              { key: 'before', title: t('charts:before'), isNumeric: true },
              { key: 'change', title: t('charts:change'), isNumeric: true },
            ]
          : []),
      ]}
    >
      {lines.map(({ kind, mean, range, before }) => (
        <TableRow key={kind}>
          <th scope="row">{t(`charts:population.kind.${kind}`)}</th>
          <NumberCell>{formatCount(mean, language)}</NumberCell>
          <NumberCell>{formatRange(range, language)}</NumberCell>
          {isCompared && (
            <>
              <NumberCell>{formatCount(before, language)}</NumberCell>
              <NumberCell>{formatChange('gates', { value: mean, before }, language) ?? '–'}</NumberCell>
            </>
          )}
        </TableRow>
      ))}
    </SimpleTable>
  );
}

/** The classes of each day, newest first; a range stands below its number. */
export function PopulationTable(props: { days: readonly PopulationDay[]; isPrinted?: boolean }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { days, isPrinted = false } = props;
  const title = t('charts:chart.population');
  const hidden = t('charts:population.few');
  return (
    <SimpleTable
      label={title}
      caption={isPrinted ? title : undefined}
      density="dense"
      columns={[
        { key: 'day', title: t('charts:line.days') },
        ...POPULATION_KINDS.map((kind) => ({ key: kind, title: t(`charts:population.kind.${kind}`), isNumeric: true })),
        { key: 'plates', title: t('charts:population.plates'), isNumeric: true },
      ]}
    >
      {days.toReversed().map((day) => (
        <TableRow key={day.giorno}>
          <th scope="row">{formatDate(day.giorno)}</th>
          {POPULATION_KINDS.map((kind) => {
            const one = day[kind];
            return (
              <NumberCell key={kind}>
                {one === null ? hidden : formatInteger(one.n, language)}
                {one !== null && one.da !== null && one.a !== null && (
                  <span className={styles.range}>{formatRange([one.da, one.a], language)}</span>
                )}
              </NumberCell>
            );
          })}
          <NumberCell>{day.targhe === null ? hidden : formatInteger(day.targhe, language)}</NumberCell>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
