import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { now } from '../../lib/clock.ts';
import { csvOf } from '../../lib/csv.ts';
import { columnsOf, type Figure, FIGURE_SETS, type FigureColumn, type FigureSet } from './figures.ts';
import { comparedDays } from './report-period.ts';
import { columnName, type NamedLine, type ShownLines } from './report-words.ts';
import type { Report } from './use-report.ts';

type Field = string | number;
const field = (n: number | null | undefined): Field => n ?? '';

/** CSV fields of one figure: minimum, maximum where it may differ, number checked, and compared figure. */
function fieldsOf({ id, of }: FigureColumn, { figures, before }: NamedLine): readonly Field[] {
  const [present, past]: readonly (Figure | null)[] = [of(figures), before === null ? null : of(before)];
  return [
    field(present?.min),
    ...(id === 'plates' ? [field(present?.max)] : []),
    ...(isChecked(id) ? [field(present?.of)] : []),
    field(past?.min),
  ];
}

const isChecked = (id: string): boolean => ['uninsured', 'uninspected', 'stolen'].includes(id);

function namesOf(set: FigureSet, { id }: FigureColumn, t: Translate): readonly string[] {
  const column = columnName(set, id, t);
  return [
    column,
    ...(id === 'plates' ? [t('statistics:csvMost', { column })] : []),
    ...(isChecked(id) ? [t('statistics:csvOf', { column })] : []),
    t('statistics:csvBefore', { column }),
  ];
}

/** The report as CSV; names of plants and gates are escaped so that a spreadsheet does not run them as formulas. */
export function reportCsv({ query: question }: Report, { lines, total }: ShownLines, t: Translate): string {
  const columns = FIGURE_SETS.flatMap((set) => columnsOf(set).map((column) => ({ set, column })));
  const rowOf = (line: NamedLine): readonly Field[] => [
    line.name,
    ...columns.flatMap(({ column }) => fieldsOf(column, line)),
  ];
  const says = (days: { readonly first: string; readonly last: string }) => ({
    first: formatDate(days.first),
    last: formatDate(days.last),
  });
  const compared = comparedDays(question.period, question.comparison);
  return csvOf([
    [
      t('statistics:title'),
      t('statistics:heading', says(question.period)),
      t('statistics:printed', { at: formatDateMinute(now()) }),
    ],
    ...(compared === null ? [] : [['', t('statistics:headingCompared', says(compared))]]),
    [],
    [t(`statistics:line.${question.by}`), ...columns.flatMap(({ set, column }) => namesOf(set, column, t))],
    ...lines.map(rowOf),
    ...(total === null ? [] : [rowOf(total)]),
    [],
    ...(['plates', 'checks', 'foreign', 'euro'] as const).map((note) => [t(`statistics:notes.${note}`)]),
  ]);
}
