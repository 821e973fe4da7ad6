import { Button } from '@mantine/core';
import { formatDate } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type DayPeriod, toComparedPeriod } from '../../lib/reports/report-period.ts';
import type { PeriodQuery } from '../../lib/reports/use-period-report.ts';
import styles from './Report.module.css';

/** What stands above a report: its heading, and the plants it is of. */
export function ReportHead({ children }: { children: ReactNode }): ReactElement {
  return <header className={styles.head}>{children}</header>;
}

/**
 * The days of a report and those they are compared with.
 * @param props.remark said of a report that ends before its last day does; null: it does not
 */
export function ReportHeading(props: { query: PeriodQuery; remark: string | null }): ReactElement {
  const t = useT();
  const { query, remark } = props;
  const compared = toComparedPeriod(query.period, query.comparison);
  const says = ({ first, last }: DayPeriod) => ({ first: formatDate(first), last: formatDate(last) });
  return (
    <>
      <h2 className={styles.heading}>
        {t('statistics:heading', says(query.period))}
        {compared !== null && (
          <span className={styles.quiet}> · {t('statistics:headingCompared', says(compared))}</span>
        )}
      </h2>
      {remark !== null && <Remark>{remark}</Remark>}
    </>
  );
}

export interface ReportTool {
  readonly label: string;
  readonly icon: IconName;
  readonly onUse: () => void;
}

/**
 * Line above the figures: what is shown, and what can be done with it.
 * @param props.isReady false while plants are missing that may still answer: an incomplete report is not printed or saved
 */
export function ReportTools(props: {
  tools: readonly ReportTool[];
  isReady: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <div className={styles.tools}>
      {props.children}
      <span className={styles.spring} />
      {props.tools.map(({ label, icon, onUse }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          disabled={!props.isReady}
          leftSection={<Icon name={icon} />}
          onClick={onUse}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
