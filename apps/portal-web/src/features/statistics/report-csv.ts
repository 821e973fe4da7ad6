import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { now } from '../../lib/clock.ts';
import { formatCsv } from '../../lib/csv.ts';
import { getFigureColumns, type Figure, FIGURE_SETS, type FigureColumn, type FigureSet } from './figures.ts';
import { toComparedPeriod } from '../../lib/reports/report-period.ts';
import { formatColumnName, type NamedLine, type ShownLines } from './format-report.ts';
import type { Report } from './use-report.ts';

type CsvField = string | number;
const nullToEmpty = (n: number | null | undefined): CsvField => n ?? '';

/** CSV fields of one figure: minimum, maximum where it may differ, number checked, and compared figure. */
function buildFigureFields({ id, of }: FigureColumn, { figures, before }: NamedLine): readonly CsvField[] {
  const [present, past]: readonly (Figure | null)[] = [of(figures), before === null ? null : of(before)];
  return [
    nullToEmpty(present?.min),
    ...(id === 'plates' ? [nullToEmpty(present?.max)] : []),
    ...(isCheckedFigure(id) ? [nullToEmpty(present?.of)] : []),
    nullToEmpty(past?.min),
  ];
}

const isCheckedFigure = (id: string): boolean => ['uninsured', 'uninspected', 'stolen'].includes(id);

/** Column headers of one figure, in the order of `buildFigureFields`. */
function buildFigureHeaders(set: FigureSet, { id }: FigureColumn, t: Translate): readonly string[] {
  const column = formatColumnName(set, id, t);
  return [
    column,
    ...(id === 'plates' ? [t('statistics:csvMost', { column })] : []),
    ...(isCheckedFigure(id) ? [t('statistics:csvOf', { column })] : []),
    t('statistics:csvBefore', { column }),
  ];
}

/** The report as CSV; names of plants and gates are escaped so that a spreadsheet does not run them as formulas. */
export function buildReportCsv({ query: question }: Report, { lines, total }: ShownLines, t: Translate): string {
  const columns = FIGURE_SETS.flatMap((set) => getFigureColumns(set).map((column) => ({ set, column })));
  const rowOf = (line: NamedLine): readonly CsvField[] => [
    line.name,
    ...columns.flatMap(({ column }) => buildFigureFields(column, line)),
  ];
  const says = (days: { readonly first: string; readonly last: string }) => ({
    first: formatDate(days.first),
    last: formatDate(days.last),
  });
  const compared = toComparedPeriod(question.period, question.comparison);
  return formatCsv([
    [
      t('statistics:title'),
      t('statistics:heading', says(question.period)),
      t('statistics:printed', { at: formatDateMinute(now()) }),
    ],
    ...(compared === null ? [] : [['', t('statistics:headingCompared', says(compared))]]),
    [],
    [t(`statistics:line.${question.by}`), ...columns.flatMap(({ set, column }) => buildFigureHeaders(set, column, t))],
    ...lines.map(rowOf),
    ...(total === null ? [] : [rowOf(total)]),
    [],
    ...(['plates', 'checks', 'foreign', 'euro'] as const).map((note) => [t(`statistics:notes.${note}`)]),
  ]);
}
