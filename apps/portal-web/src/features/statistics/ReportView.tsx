import { formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
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
import { ReportHead, ReportHeading, ReportTools } from '../../widgets/reports/ReportView.tsx';
import { buildReportCsv } from './report-csv.ts';
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
      <ReportHead>
        <DatedHeading report={report} />
        <PlantNotes report={report} waiting={report.isStopped ? 0 : waiting} />
      </ReportHead>
      {shown.total === null ? (
        waiting === 0 && (
          <EmptyState icon="warning" title={t('statistics:nothing')}>
            {t('statistics:nothingText')}
          </EmptyState>
        )
      ) : (
        <>
          <TransitChart lines={shown.lines} />
          <FigureTools
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
              <DatedHeading report={report} />
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

function FigureTools(props: {
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
    <ReportTools
      isReady={isReady}
      tools={[
        { label: t('statistics:print'), icon: 'print', onUse: onPrint },
        { label: t('statistics:csv'), icon: 'download', onUse: onCsv },
      ]}
    >
      <Segmented
        label={t('statistics:sets')}
        size="sm"
        value={set}
        onChange={onSet}
        options={FIGURE_SETS.map((id) => ({ id, label: t(`statistics:set.${id}`) }))}
      />
    </ReportTools>
  );
}

function DatedHeading(props: { report: Report }): ReactElement {
  const t = useT();
  const { query, windows } = props.report;
  const isCut = !windows.now.al.endsWith('59.999Z');
  return (
    <ReportHeading query={query} remark={isCut ? t('statistics:until', { time: formatTime(windows.now.al) }) : null} />
  );
}

/** Explains how to read the numbers; printed too. */
function ReadingNotes(): ReactElement {
  const t = useT();
  return (
    <ul className={styles.notes}>
      {(['plates', 'unread', 'checks', 'foreign', 'euro'] as const).map((note) => (
        <li key={note}>{t(`statistics:notes.${note}`)}</li>
      ))}
    </ul>
  );
}
