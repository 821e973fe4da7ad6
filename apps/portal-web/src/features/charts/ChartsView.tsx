import { formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type RefObject, useMemo, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import { collectGateNames } from '../../widgets/gates/gate-choice.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { PlantNotes } from '../../widgets/reports/PlantNotes.tsx';
import { ReportHead, ReportHeading, ReportTools } from '../../widgets/reports/ReportView.tsx';
import { buildChartsCsv } from './chart-csv.ts';
import { LINE_CHARTS } from './chart-lines.ts';
import { HeatFigure, LineFigure } from './ChartFigures.tsx';
import styles from './Charts.module.css';
import { ChartTable, HeatTable } from './ChartTable.tsx';
import { buildNamedLines, getAnswers } from './format-charts.ts';
import { buildHeatCells } from './heat-cells.ts';
import { savePicture } from './save-picture.ts';
import type { Charts } from './use-charts.ts';

const KINDS = ['hours', ...LINE_CHARTS] as const;
type ChartKind = (typeof KINDS)[number];

/** The charts as far as received: plants, one chart with its table, printing, picture and CSV. */
export function ChartsView(props: { charts: Charts; isRunning: boolean; gates: readonly PlantGate[] }): ReactElement {
  const t = useT();
  const { charts, isRunning } = props;
  const [kind, setKind] = useState<ChartKind>('hours');
  const [isPrinting, setPrinting] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const names = useMemo(() => collectGateNames(props.gates), [props.gates]);
  const waiting = charts.plants.filter(({ now: one }) => one.kind === 'waiting').length;
  const hasAnswer = charts.plants.some(({ now: one }) => one.kind === 'done');
  const notes = <PlantNotes report={charts} waiting={charts.isStopped ? 0 : waiting} />;
  return (
    <div aria-busy={isRunning}>
      <ReportHead>
        <ChartsHeading charts={charts} />
        {notes}
      </ReportHead>
      {!hasAnswer ? (
        waiting === 0 && (
          <EmptyState icon="warning" title={t('statistics:nothing')}>
            {t('statistics:nothingText')}
          </EmptyState>
        )
      ) : (
        <>
          <ChartTools
            kind={kind}
            onKind={setKind}
            isReady={!isRunning}
            onPrint={() => setPrinting(true)}
            onPicture={() => savePicture(figure.current, `${t(`charts:file.${kind}`)}.png`)}
            onCsv={() => saveTextFile(`${t('charts:file.all')}.csv`, buildChartsCsv(charts, names, t), 'text/csv')}
          />
          <div className={styles.both}>
            <OneChart kind={kind} charts={charts} names={names} figure={figure} />
          </div>
          <p className={styles.note}>{kind in NOTES ? t(`charts:notes.${kind as 'hours'}`) : null}</p>
          {isPrinting && (
            <PrintSheet
              title={t('charts:title')}
              foot={t('statistics:printed', { at: formatDateMinute(now()) })}
              onDone={() => setPrinting(false)}
            >
              <ChartsHeading charts={charts} />
              {notes}
              <AllTables charts={charts} names={names} />
            </PrintSheet>
          )}
        </>
      )}
    </div>
  );
}

/** Charts with a note on how to read them. */
const NOTES = { hours: true, nations: true, speed: true, euro: true } as const;

function useChartData(charts: Charts) {
  return useMemo(() => {
    const answers = getAnswers(charts);
    return { answers, cells: buildHeatCells(answers.map(({ now: answer }) => answer)) };
  }, [charts]);
}

interface Data {
  readonly charts: Charts;
  readonly names: ReadonlyMap<string, string>;
}

/** A chart with the table of its numbers beside it. */
function OneChart(props: Data & { kind: ChartKind; figure: RefObject<HTMLElement | null> }): ReactElement {
  const t = useT();
  const { kind, charts, names, figure } = props;
  const { answers, cells } = useChartData(charts);
  const lines = useMemo(
    () => (kind === 'hours' ? [] : buildNamedLines(kind, charts, answers, names, t)),
    [kind, charts, answers, names, t],
  );
  return (
    <>
      <figure ref={figure} className={styles.figure}>
        <figcaption>{t(`charts:chart.${kind}`)}</figcaption>
        {kind === 'hours' ? <HeatFigure cells={cells} /> : <LineFigure key={kind} chart={kind} lines={lines} />}
      </figure>
      <div className={styles.table}>
        {kind === 'hours' ? (
          <HeatTable cells={cells} />
        ) : (
          <ChartTable chart={kind} lines={lines} isCompared={charts.windows.before !== null} />
        )}
      </div>
    </>
  );
}

/** On paper: every table. */
function AllTables({ charts, names }: Data): ReactElement {
  const t = useT();
  const { answers, cells } = useChartData(charts);
  return (
    <>
      <HeatTable cells={cells} isPrinted />
      {LINE_CHARTS.map((chart) => (
        <ChartTable
          key={chart}
          chart={chart}
          lines={buildNamedLines(chart, charts, answers, names, t)}
          isCompared={charts.windows.before !== null}
          isPrinted
        />
      ))}
      {(Object.keys(NOTES) as (keyof typeof NOTES)[]).map((note) => (
        <p key={note}>{t(`charts:notes.${note}`)}</p>
      ))}
    </>
  );
}

function ChartTools(props: {
  kind: ChartKind;
  onKind: (kind: ChartKind) => void;
  /** False while plants are missing that may still answer: an incomplete chart cannot be printed or saved. */
  isReady: boolean;
  onPrint: () => void;
  onPicture: () => void;
  onCsv: () => void;
}): ReactElement {
  const t = useT();
  const { kind, onKind, isReady } = props;
  return (
    <ReportTools
      isReady={isReady}
      tools={[
        { label: t('charts:print'), icon: 'print', onUse: props.onPrint },
        { label: t('charts:png'), icon: 'camera', onUse: props.onPicture },
        { label: t('charts:csv'), icon: 'download', onUse: props.onCsv },
      ]}
    >
      <Segmented
        label={t('charts:charts')}
        size="sm"
        value={kind}
        onChange={onKind}
        options={KINDS.map((id) => ({ id, label: t(`charts:short.${id}`) }))}
      />
    </ReportTools>
  );
}

function ChartsHeading(props: { charts: Charts }): ReactElement {
  const t = useT();
  const { query, windows } = props.charts;
  const isCut = !windows.now.al.endsWith('59.999Z');
  return (
    <ReportHeading query={query} remark={isCut ? t('charts:until', { time: formatTime(windows.now.al) }) : null} />
  );
}
