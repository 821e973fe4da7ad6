import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { now } from '../../lib/clock.ts';
import { formatCsv } from '../../lib/csv.ts';
import { toComparedPeriod } from '../../lib/reports/report-period.ts';
import { LINE_CHARTS } from './chart-lines.ts';
import { buildNamedLines, getAnswers } from './format-charts.ts';
import { buildHeatCells } from './heat-cells.ts';
import type { Charts } from './use-charts.ts';

/** All charts as CSV, one table below the other. Names of gates are escaped so that a spreadsheet does not run them as formulas. */
export function buildChartsCsv(charts: Charts, names: ReadonlyMap<string, string>, t: Translate): string {
  const answers = getAnswers(charts);
  const { period, comparison } = charts.query;
  const compared = toComparedPeriod(period, comparison);
  const says = (days: { readonly first: string; readonly last: string }) => ({
    first: formatDate(days.first),
    last: formatDate(days.last),
  });
  const cells = buildHeatCells(answers.map(({ now: answer }) => answer));
  return formatCsv([
    [
      t('charts:title'),
      t('statistics:heading', says(period)),
      t('statistics:printed', { at: formatDateMinute(now()) }),
    ],
    ...(compared === null ? [] : [['', t('statistics:headingCompared', says(compared))]]),
    [],
    [t('charts:chart.hours')],
    [t('charts:weekday'), t('charts:hour'), t('charts:mean')],
    ...cells.map(({ weekday, hour, mean }) => [
      t(`charts:day.d${weekday as 1}`),
      hour,
      mean === null ? '' : Math.round(mean * 100) / 100,
    ]),
    ...LINE_CHARTS.flatMap((chart) => [
      [],
      [t(`charts:chart.${chart}`)],
      [t(`charts:line.${chart}`), t(`charts:value.${chart === 'speed' ? 'speed' : 'transits'}`), t('charts:before')],
      ...buildNamedLines(chart, charts, answers, names, t).map(({ name, value, before }) => [
        name,
        value ?? '',
        before ?? '',
      ]),
    ]),
    [],
    ...(['hours', 'nations', 'speed', 'euro'] as const).map((note) => [t(`charts:notes.${note}`)]),
  ]);
}
