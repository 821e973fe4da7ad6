import { useNavigate } from '@tanstack/react-router';
import { formatInteger, formatPercent } from '@varco/i18n/format.ts';
import type { Language } from '@varco/i18n/message-types.ts';
import { cx } from '@varco/ui/cx.ts';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { computeChange, getFigureColumns, type Figure, type FigureColumn, type FigureSet } from './figures.ts';
import { formatColumnName, formatFigure, type NamedLine, type ShownLines } from './format-report.ts';
import { buildTransitListFilter } from './transit-list-filter.ts';
import styles from './Statistics.module.css';
import type { Report } from './use-report.ts';

interface Props {
  readonly report: Report;
  readonly shown: ShownLines;
  readonly set: FigureSet;
  readonly language: Language;
  /** Printed tables contain no buttons. */
  readonly isPrinted?: boolean;
}

/**
 * Table of figures with a total line. Each number opens its transits, and shows its change against the compared period.
 */
export function FiguresTable(props: Props): ReactElement {
  const t = useT();
  const { report, shown, set, isPrinted = false } = props;
  const columns = getFigureColumns(set);
  const lines = shown.total === null ? shown.lines : [...shown.lines, shown.total];
  return (
    <SimpleTable
      label={t(`statistics:set.${set}`)}
      isFirstFixed
      caption={isPrinted ? t(`statistics:set.${set}`) : undefined}
      columns={[
        { key: 'line', title: t(`statistics:line.${report.query.by}`) },
        ...columns.map(({ id }) => ({ key: id, title: formatColumnName(set, id, t), isNumeric: true })),
      ]}
    >
      {lines.map((line) => (
        <TableRow key={line.key} isTotal={line === shown.total}>
          <th scope="row">{line.name}</th>
          {columns.map((column) => (
            <NumberCell key={column.id}>
              <FigureCell {...props} line={line} column={column} />
            </NumberCell>
          ))}
        </TableRow>
      ))}
    </SimpleTable>
  );
}

function FigureCell(props: Props & { line: NamedLine; column: FigureColumn }): ReactElement {
  const t = useT();
  const { line, column, set, language, report, isPrinted = false } = props;
  const figure = column.of(line.figures);
  const value = formatFigure(figure, t, language);
  const navigate = useNavigate();
  const open = (): void => {
    openWorkspaceTab({ kind: 'transit-list', filter: buildTransitListFilter(report, line, column), runs: true });
    void navigate({ to: '/lpr' });
  };
  const canOpen = !isPrinted && figure !== null && figure.max > 0 && column.rows !== null;
  return (
    <>
      {canOpen ? (
        <TextButton
          aria-label={t('statistics:open', { column: formatColumnName(set, column.id, t), line: line.name, value })}
          onClick={open}
        >
          {value}
        </TextButton>
      ) : (
        <span className={cx(styles.plain, figure === null && styles.quiet)}>{value}</span>
      )}
      {figure !== null && figure.of !== null && (
        <span className={styles.under}>{t('statistics:of', { count: formatInteger(figure.of, language) })}</span>
      )}
      <FigureChange figure={figure} before={line.before === null ? null : column.of(line.before)} language={language} />
    </>
  );
}

function FigureChange(props: {
  figure: Figure | null;
  before: Figure | null;
  language: Language;
}): ReactElement | null {
  const t = useT();
  const { figure, before, language } = props;
  const change = computeChange(figure, before);
  // Zero in both periods.
  if (change === null || (change.by === 0 && figure?.max === 0)) return null;
  const sign = change.by > 0 ? '+' : '';
  const by = `${sign}${formatInteger(change.by, language)}`;
  return (
    <span className={styles.under}>
      {change.share === null || change.by === 0
        ? t('statistics:changeNew', { by })
        : t('statistics:change', { by, share: `${sign}${formatPercent(change.share, 1, language)}` })}
    </span>
  );
}
