import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { LineChart } from './chart-lines.ts';
import { formatChange, formatCount, formatMean, formatValue, type NamedLine } from './format-charts.ts';
import type { HeatCell } from './heat-cells.ts';

/** The numbers of a chart. */
export function ChartTable(props: {
  chart: LineChart;
  lines: readonly NamedLine[];
  isCompared: boolean;
  isPrinted?: boolean;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { chart, lines, isCompared, isPrinted = false } = props;
  const title = t(`charts:chart.${chart}`);
  return (
    <SimpleTable
      label={title}
      caption={isPrinted ? title : undefined}
      density="dense"
      columns={[
        { key: 'line', title: t(`charts:line.${chart}`) },
        { key: 'value', title: t(`charts:value.${chart === 'speed' ? 'speed' : 'transits'}`), isNumeric: true },
        ...(chart === 'speed' ? [{ key: 'basis', title: t('charts:measured'), isNumeric: true }] : []),
        ...(isCompared
          ? [
              { key: 'before', title: t('charts:before'), isNumeric: true },
              { key: 'change', title: t('charts:change'), isNumeric: true },
            ]
          : []),
      ]}
    >
      {lines.map((line) => (
        <TableRow key={line.key}>
          <th scope="row">{line.name}</th>
          <NumberCell>{formatValue(chart, line.value, language)}</NumberCell>
          {chart === 'speed' && <NumberCell>{formatCount(line.basis, language)}</NumberCell>}
          {isCompared && (
            <>
              <NumberCell>{formatValue(chart, line.before, language)}</NumberCell>
              <NumberCell>{formatChange(chart, line, language) ?? '–'}</NumberCell>
            </>
          )}
        </TableRow>
      ))}
    </SimpleTable>
  );
}

/** The heat map as a table: an hour a row, a weekday a column. */
export function HeatTable(props: { cells: readonly HeatCell[]; isPrinted?: boolean }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const title = t('charts:chart.hours');
  const weekdays = [...new Set(props.cells.map(({ weekday }) => weekday))];
  const byHour = Map.groupBy(props.cells, ({ hour }) => hour);
  return (
    <SimpleTable
      label={title}
      caption={props.isPrinted === true ? title : undefined}
      density="dense"
      columns={[
        { key: 'hour', title: t('charts:hour') },
        ...weekdays.map((weekday) => ({
          key: String(weekday),
          title: t(`charts:shortDay.d${weekday as 1}`),
          isNumeric: true,
        })),
      ]}
    >
      {[...byHour].map(([hour, cells]) => (
        <TableRow key={hour}>
          <th scope="row">{formatHour(hour)}</th>
          {cells.map(({ weekday, mean }) => (
            <NumberCell key={weekday}>{formatMean(mean, language)}</NumberCell>
          ))}
        </TableRow>
      ))}
    </SimpleTable>
  );
}

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
