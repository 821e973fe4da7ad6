import { formatDate, formatDateMinute, formatInteger } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import { collectGateNames, toGateKey } from '../../widgets/gates/gate-choice.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { getPlantNameById, isComparable, PlantNotes } from '../../widgets/reports/PlantNotes.tsx';
import { ReportHead } from '../../widgets/reports/ReportView.tsx';
import styles from './Charts.module.css';
import { ChartTools } from './ChartTools.tsx';
import { buildFlowLines, type FlowLine } from './flow-matrix.ts';
import { buildFlowsCsv } from './flows-csv.ts';
import { FlowMatrixFigure } from './FlowMatrixFigure.tsx';
import { FlowTable } from './FlowTable.tsx';
import { savePicture } from './save-picture.ts';
import type { FlowAnswer, Flows } from './use-flows.ts';
import { useOpenPair } from './use-open-pair.ts';

/** Trips from gate to gate, a plant at a time (LIC-07; ADR 0022): matrix, table, printing, picture and CSV. */
export function FlowsView(props: {
  /** Null: about to be asked. */
  flows: Flows | null;
  gates: readonly PlantGate[];
  picker: ReactNode;
  heading: ReactNode;
}): ReactElement {
  const t = useT();
  const { flows, gates, picker, heading } = props;
  const names = useMemo(() => collectGateNames(gates), [gates]);
  const parts = flows?.plants ?? [];
  const waiting = parts.filter(({ now: one }) => one.kind === 'waiting').length;
  const done = useMemo(() => listAnswered(flows), [flows]);
  const notes = flows !== null && <PlantNotes report={flows} waiting={waiting} />;
  const isBusy = flows === null || waiting > 0;
  return (
    <div aria-busy={isBusy}>
      <ReportHead>
        {heading}
        {notes}
      </ReportHead>
      {done.length === 0 ? (
        <>
          <ChartTools picker={picker} isReady={false} onPrint={skip} onPicture={skip} onCsv={skip} />
          {!isBusy && (
            <EmptyState icon="warning" title={t('statistics:nothing')}>
              {t('statistics:nothingText')}
            </EmptyState>
          )}
        </>
      ) : (
        <AnsweredFlows plants={done} isReady={!isBusy} names={names} picker={picker} heading={heading} notes={notes} />
      )}
    </div>
  );
}

const skip = (): void => {};

const listAnswered = (flows: Flows | null): readonly PlantFlows[] =>
  (flows?.plants ?? []).flatMap(({ peerId, now: one, before }): PlantFlows[] => {
    if (one.kind !== 'done') return [];
    const past = before?.kind === 'done' && isComparable(one.answer, before.answer) ? before.answer : null;
    return [{ peerId, answer: one.answer, before: past }];
  });

interface PlantFlows {
  readonly peerId: number;
  readonly answer: FlowAnswer;
  readonly before: FlowAnswer | null;
}

function AnsweredFlows(props: {
  plants: readonly PlantFlows[];
  isReady: boolean;
  names: ReadonlyMap<string, string>;
  picker: ReactNode;
  heading: ReactNode;
  notes: ReactNode;
}): ReactElement | null {
  const t = useT();
  const { plants, names } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const shown = plants.find((one) => String(one.peerId) === chosen) ?? plants[0];
  const lines = useMemo(() => (shown === undefined ? [] : buildFlowLines(shown.answer, shown.before)), [shown]);
  const peerId = shown?.peerId ?? 0;
  const nameGate = useCallback(
    (gate: number) => names.get(toGateKey({ peerId, gateId: gate })) ?? String(gate),
    [names, peerId],
  );
  if (shown === undefined) return null;
  const data = { ...shown, lines, nameGate };
  const plant = getPlantNameById(shown.peerId);
  return (
    <>
      <ChartTools
        picker={props.picker}
        isReady={props.isReady}
        onPrint={() => setPrinting(true)}
        onPicture={() => savePicture(figure.current, `${t('charts:file.flows')}.png`)}
        onCsv={() => saveTextFile(`${t('charts:file.flows')}.csv`, buildFlowsCsv({ ...data, plant }, t), 'text/csv')}
      />
      {plants.length > 1 && (
        <div className={styles.plants}>
          <Segmented
            label={t('charts:flows.plant')}
            size="sm"
            value={String(shown.peerId)}
            onChange={setChosen}
            options={plants.map((one) => ({ id: String(one.peerId), label: getPlantNameById(one.peerId) }))}
          />
        </div>
      )}
      <FlowFigures {...data} plant={plant} figureRef={figure} />
      {isPrinting && (
        <PrintSheet
          title={t('charts:title')}
          foot={t('statistics:printed', { at: formatDateMinute(now()) })}
          onDone={() => setPrinting(false)}
        >
          {props.heading}
          {props.notes}
          <FlowDays answer={shown.answer} plant={plant} />
          <FlowTable lines={lines} name={nameGate} isCompared={shown.before !== null} isPrinted />
          <p>{t('charts:notes.flows')}</p>
        </PrintSheet>
      )}
    </>
  );
}

function FlowFigures(props: {
  peerId: number;
  answer: FlowAnswer;
  before: FlowAnswer | null;
  lines: readonly FlowLine[];
  nameGate: (gate: number) => string;
  plant: string;
  figureRef: RefObject<HTMLElement | null>;
}): ReactElement {
  const t = useT();
  const { peerId, answer, before, lines, nameGate, plant, figureRef } = props;
  const openPair = useOpenPair(peerId, answer);
  return (
    <>
      <FlowDays answer={answer} plant={plant} />
      {lines.length === 0 ? (
        <EmptyState icon="chart" title={t('charts:flows.none')}>
          {t('charts:flows.noneText')}
        </EmptyState>
      ) : (
        <div className={styles.both}>
          <figure ref={figureRef} className={styles.figure}>
            <figcaption>{t('charts:chart.flows')}</figcaption>
            <FlowMatrixFigure answer={answer} name={nameGate} onPair={openPair} />
          </figure>
          <div className={styles.table}>
            <FlowTable lines={lines} name={nameGate} isCompared={before !== null} onPair={openPair} />
          </div>
        </div>
      )}
      <p className={styles.note}>{t('charts:notes.flows')}</p>
    </>
  );
}

/** The plant, the days its figures are of, and those it has not counted yet. */
function FlowDays({ answer, plant }: { answer: FlowAnswer; plant: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { giorni, giorni_da_contare: due, viaggi } = answer;
  return (
    <div className={styles.days}>
      <Remark>
        {giorni === null
          ? t('charts:flows.noDays', { plant })
          : t('charts:flows.days', {
              plant,
              first: formatDate(giorni.primo),
              last: formatDate(giorni.ultimo),
              trips: formatInteger(viaggi, language),
            })}
      </Remark>
      {due > 0 && <Notice tone="wa">{t('charts:flows.due', { count: due })}</Notice>}
    </div>
  );
}
