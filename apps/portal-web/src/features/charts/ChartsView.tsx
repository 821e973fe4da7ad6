import { formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import { collectGateNames } from '../../widgets/gates/gate-choice.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { PlantNotes } from '../../widgets/reports/PlantNotes.tsx';
import { ReportHead, ReportHeading } from '../../widgets/reports/ReportView.tsx';
import { buildChartsCsv } from './chart-csv.ts';
import { LINE_CHARTS } from './chart-lines.ts';
import { HeatFigure, LineFigure } from './ChartFigures.tsx';
import styles from './Charts.module.css';
import { ChartTools } from './ChartTools.tsx';
import { ChartTable, HeatTable } from './ChartTable.tsx';
import { buildNamedLines, getAnswers } from './format-charts.ts';
import { FlowsView } from './FlowsView.tsx';
import { buildHeatCells } from './heat-cells.ts';
import { savePicture } from './save-picture.ts';
import type { Charts } from './use-charts.ts';
import { useFlows } from './use-flows.ts';

const KINDS = ['hours', ...LINE_CHARTS] as const;
type ChartKind = (typeof KINDS)[number];
/** Charts that need an option of the licence of their own (LIC-07). */
type LicensedKind = 'flows';

/**
 * The charts as far as received: plants, one chart with its table, printing, picture and CSV.
 * @param props.flowPeers plants whose licence has the flows
 */
export function ChartsView(props: {
  charts: Charts;
  isRunning: boolean;
  gates: readonly PlantGate[];
  flowPeers: readonly number[];
}): ReactElement {
  const { charts, gates } = props;
  const [kind, setKind] = useState<ChartKind | LicensedKind>('hours');
  const flowPeers = charts.query.peerIds.filter((peerId) => props.flowPeers.includes(peerId));
  const shown = kind === 'flows' && flowPeers.length === 0 ? 'hours' : kind;
  const flows = useFlows(charts.query, flowPeers, shown === 'flows');
  const picker = <KindPicker kind={shown} onKind={setKind} hasFlows={flowPeers.length > 0} />;
  if (shown === 'flows')
    return <FlowsView flows={flows} gates={gates} picker={picker} heading={<ChartsHeading charts={charts} />} />;
  return <TransitCharts {...props} kind={shown} picker={picker} />;
}

/** The charts that every licence with charts has. */
function TransitCharts(props: {
  charts: Charts;
  isRunning: boolean;
  gates: readonly PlantGate[];
  kind: ChartKind;
  picker: ReactNode;
}): ReactElement {
  const t = useT();
  const { charts, isRunning, kind } = props;
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
            picker={props.picker}
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

/** Which chart is shown. */
function KindPicker(props: {
  kind: ChartKind | LicensedKind;
  onKind: (kind: ChartKind | LicensedKind) => void;
  hasFlows: boolean;
}): ReactElement {
  const t = useT();
  const kinds = [...KINDS, ...(props.hasFlows ? (['flows'] as const) : [])];
  return (
    <Segmented
      label={t('charts:charts')}
      size="sm"
      value={props.kind}
      onChange={props.onKind}
      options={kinds.map((id) => ({ id, label: t(`charts:short.${id}`) }))}
    />
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
