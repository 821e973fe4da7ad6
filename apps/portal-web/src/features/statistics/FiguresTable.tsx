import { useNavigate } from '@tanstack/react-router';
import { formatInteger, formatPercent } from '@varco/i18n/format.ts';
import type { Language } from '@varco/i18n/message-types.ts';
import { cx } from '@varco/ui/cx.ts';
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.wide} role="group" aria-label={t('statistics:tables')} tabIndex={isPrinted ? undefined : 0}>
      <table className={styles.table}>
        <caption className={isPrinted ? undefined : styles.unseen}>{t(`statistics:set.${set}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`statistics:line.${report.query.by}`)}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col" className={styles.number}>
                {formatColumnName(set, id, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className={line === shown.total ? styles.total : undefined}>
              <th scope="row">{line.name}</th>
              {columns.map((column) => (
                <td key={column.id} className={styles.number}>
                  <FigureCell {...props} line={line} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        <button
          type="button"
          className={styles.figure}
          aria-label={t('statistics:open', { column: formatColumnName(set, column.id, t), line: line.name, value })}
          onClick={open}
        >
          {value}
        </button>
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
