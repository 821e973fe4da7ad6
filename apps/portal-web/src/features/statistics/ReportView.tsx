import { Button } from '@mantine/core';
import { formatDate, formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { FIGURE_SETS, type FigureSet } from './figures.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { TransitChart } from './TransitChart.tsx';
import { PlantNotes } from '../../widgets/reports/PlantNotes.tsx';
import { buildReportCsv } from './report-csv.ts';
import { toComparedPeriod } from '../../lib/reports/report-period.ts';
import { buildShownLines } from './format-report.ts';
import styles from './Statistics.module.css';
import type { Report } from './use-report.ts';

/** The report as far as received: plants, chart, table, printing and CSV. */
export function ReportView(props: { report: Report; isRunning: boolean; gates: readonly PlantGate[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { report, isRunning, gates } = props;
  const [set, setSet] = useState<FigureSet>('controls');
  const [isPrinting, setPrinting] = useState(false);
  const shown = buildShownLines(report, gates, t);
  const waiting = report.plants.filter(({ now }) => now.kind === 'waiting').length;
  return (
    <div aria-busy={isRunning}>
      <header className={styles.head}>
        <ReportHeading report={report} />
        <PlantNotes report={report} waiting={report.isStopped ? 0 : waiting} />
      </header>
      {shown.total === null ? (
        waiting === 0 && (
          <EmptyState icon="warning" title={t('statistics:nothing')}>
            {t('statistics:nothingText')}
          </EmptyState>
        )
      ) : (
        <>
          <TransitChart lines={shown.lines} />
          <ReportTools
            set={set}
            onSet={setSet}
            isReady={!isRunning}
            onPrint={() => setPrinting(true)}
            onCsv={() => saveTextFile(t('statistics:file'), buildReportCsv(report, shown, t), 'text/csv')}
          />
          <FiguresTable report={report} shown={shown} set={set} language={language} />
          <ReadingNotes />
          {isPrinting && (
            <PrintSheet
              title={t('statistics:title')}
              foot={t('statistics:printed', { at: formatDateMinute(now()) })}
              onDone={() => setPrinting(false)}
            >
              <ReportHeading report={report} />
              <PlantNotes report={report} waiting={0} />
              {FIGURE_SETS.map((one) => (
                <FiguresTable key={one} report={report} shown={shown} set={one} language={language} isPrinted />
              ))}
              <ReadingNotes />
            </PrintSheet>
          )}
        </>
      )}
    </div>
  );
}

function ReportTools(props: {
  set: FigureSet;
  onSet: (set: FigureSet) => void;
  /** False while the report is incomplete: it cannot be printed or saved. */
  isReady: boolean;
  onPrint: () => void;
  onCsv: () => void;
}): ReactElement {
  const t = useT();
  const { set, onSet, isReady, onPrint, onCsv } = props;
  return (
    <div className={styles.tools}>
      <Segmented
        label={t('statistics:sets')}
        size="sm"
        value={set}
        onChange={onSet}
        options={FIGURE_SETS.map((id) => ({ id, label: t(`statistics:set.${id}`) }))}
      />
      <span className={styles.spring} />
      {(['print', 'csv'] as const).map((what) => (
        <Button
          key={what}
          size="compact-sm"
          variant="default"
          disabled={!isReady}
          leftSection={<Icon name={what === 'print' ? 'print' : 'download'} />}
          onClick={what === 'print' ? onPrint : onCsv}
        >
          {t(`statistics:${what}`)}
        </Button>
      ))}
    </div>
  );
}

function ReportHeading(props: { report: Report }): ReactElement {
  const t = useT();
  const { query: question, windows } = props.report;
  const compared = toComparedPeriod(question.period, question.comparison);
  const says = (days: { first: string; last: string }) => ({
    first: formatDate(days.first),
    last: formatDate(days.last),
  });
  const isCut = !windows.now.al.endsWith('59.999Z');
  return (
    <>
      <h2 className={styles.heading}>
        {t('statistics:heading', says(question.period))}
        {compared !== null && (
          <span className={styles.quiet}> · {t('statistics:headingCompared', says(compared))}</span>
        )}
      </h2>
      {isCut && <Remark>{t('statistics:until', { time: formatTime(windows.now.al) })}</Remark>}
    </>
  );
}

/** Explains how to read the numbers; printed too. */
function ReadingNotes(): ReactElement {
  const t = useT();
  return (
    <ul className={styles.notes}>
      {(['plates', 'checks', 'foreign', 'euro'] as const).map((note) => (
        <li key={note}>{t(`statistics:notes.${note}`)}</li>
      ))}
    </ul>
  );
}
