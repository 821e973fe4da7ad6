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
import { PopulationView } from './PopulationView.tsx';
import { buildHeatCells } from './heat-cells.ts';
import { savePicture } from './save-picture.ts';
import type { Charts } from './use-charts.ts';
import { useFlows } from './use-flows.ts';
import { usePopulation } from './use-population.ts';

const KINDS = ['hours', ...LINE_CHARTS] as const;
type ChartKind = (typeof KINDS)[number];
/** Charts that need an option of the licence of their own (LIC-07). */
const LICENSED_KINDS = ['flows', 'population'] as const;
type LicensedKind = (typeof LICENSED_KINDS)[number];

/** Plants whose licence has each of these charts. */
export type LicensedPeers = Readonly<Record<LicensedKind, readonly number[]>>;

/**
 * The charts as far as received: plants, one chart with its table, printing, picture and CSV.
 * @param props.licensed plants whose licence has the charts with an option of their own
 */
export function ChartsView(props: {
  charts: Charts;
  isRunning: boolean;
  gates: readonly PlantGate[];
  licensed: LicensedPeers;
}): ReactElement {
  const { charts, gates, licensed } = props;
  const { query } = charts;
  const [kind, setKind] = useState<ChartKind | LicensedKind>('hours');
  const listPeers = (one: LicensedKind): readonly number[] =>
    query.peerIds.filter((peerId) => licensed[one].includes(peerId));
  const peers = { flows: listPeers('flows'), population: listPeers('population') };
  const offered = LICENSED_KINDS.filter((one) => peers[one].length > 0);
  const shown = isLicensedKind(kind) && !offered.includes(kind) ? 'hours' : kind;
  const flows = useFlows(query, peers.flows, shown === 'flows');
  const { population, choice, choose } = usePopulation(query, peers.population, shown === 'population');
  const picker = <KindPicker kind={shown} onKind={setKind} offered={offered} />;
  const heading = <ChartsHeading charts={charts} />;
  if (shown === 'flows') return <FlowsView flows={flows} gates={gates} picker={picker} heading={heading} />;
  if (shown === 'population')
    return (
      <PopulationView
        population={population}
        choice={choice}
        onChoice={choose}
        peerIds={peers.population}
        gates={gates}
        picker={picker}
        heading={heading}
      />
    );
  return <TransitCharts {...props} kind={shown} picker={picker} />;
}

const isLicensedKind = (kind: ChartKind | LicensedKind): kind is LicensedKind =>
  LICENSED_KINDS.some((one) => one === kind);

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
  offered: readonly LicensedKind[];
}): ReactElement {
  const t = useT();
  const kinds = [...KINDS, ...props.offered];
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
