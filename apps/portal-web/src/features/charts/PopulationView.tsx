import { Select } from '@mantine/core';
import { formatDate, formatDateMinute, formatPercent } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { getPlantNameById, isComparable, PlantNotes } from '../../widgets/reports/PlantNotes.tsx';
import { ReportHead } from '../../widgets/reports/ReportView.tsx';
import styles from './Charts.module.css';
import { ChartTools } from './ChartTools.tsx';
import { buildPopulationCsv } from './population-csv.ts';
import { buildPopulationLines, type PopulationLine, summarisePopulation } from './population-lines.ts';
import { PopulationFigure } from './PopulationFigure.tsx';
import { PopulationMeans, PopulationTable } from './PopulationTable.tsx';
import { savePicture } from './save-picture.ts';
import type { Population, PopulationAnswer, PopulationChoice } from './use-population.ts';

interface Props {
  /** Null: about to be asked. */
  readonly population: Population | null;
  readonly choice: PopulationChoice;
  readonly onChoice: (choice: PopulationChoice) => void;
  /** Plants whose licence has the option. */
  readonly peerIds: readonly number[];
  readonly gates: readonly PlantGate[];
  readonly picker: ReactNode;
  readonly heading: ReactNode;
}

/** Residents, commuters and passers-by of a plant or gate (LIC-07; ADR 0022): lines, tables, printing, picture and CSV. */
export function PopulationView(props: Props): ReactElement {
  const t = useT();
  const { population, picker, heading } = props;
  const [part] = population?.plants ?? [];
  const isBusy = part === undefined || part.now.kind === 'waiting' || part.before?.kind === 'waiting';
  const notes = population !== null && <PlantNotes report={population} waiting={isBusy ? 1 : 0} />;
  const choices = <PopulationChoices {...props} />;
  return (
    <div aria-busy={isBusy}>
      <ReportHead>
        {heading}
        {notes}
      </ReportHead>
      {part?.now.kind === 'done' ? (
        <AnsweredPopulation
          {...props}
          answer={part.now.answer}
          before={
            part.before?.kind === 'done' && isComparable(part.now.answer, part.before.answer)
              ? part.before.answer
              : null
          }
          isReady={!isBusy}
          notes={notes}
          choices={choices}
        />
      ) : (
        <>
          <ChartTools picker={picker} isReady={false} onPrint={skip} onPicture={skip} onCsv={skip} />
          {choices}
          {!isBusy && (
            <EmptyState icon="warning" title={t('statistics:nothing')}>
              {t('statistics:nothingText')}
            </EmptyState>
          )}
        </>
      )}
    </div>
  );
}

const skip = (): void => {};

/** Which plant, and whether the whole of it or one gate: gates cannot be added, because plates pass several. */
function PopulationChoices({ choice, onChoice, peerIds, gates }: Props): ReactElement {
  const t = useT();
  const options = [
    { value: WHOLE, label: t('charts:population.whole') },
    ...gates
      .filter(({ peerId }) => peerId === choice.peerId)
      .map(({ gate }) => ({ value: String(gate.id), label: gate.fullname })),
  ];
  return (
    <div className={styles.choices}>
      {peerIds.length > 1 && (
        <Segmented
          label={t('charts:population.plant')}
          size="sm"
          value={String(choice.peerId)}
          onChange={(peerId) => onChoice({ peerId: Number(peerId), gate: null })}
          options={peerIds.map((peerId) => ({ id: String(peerId), label: getPlantNameById(peerId) }))}
        />
      )}
      <Select
        aria-label={t('charts:population.gate')}
        size="xs"
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('charts:population.noGate')}
        value={choice.gate === null ? WHOLE : String(choice.gate)}
        data={options}
        onChange={(gate) =>
          onChoice({ peerId: choice.peerId, gate: gate === null || gate === WHOLE ? null : Number(gate) })
        }
      />
    </div>
  );
}

/** The option of the whole plant; gates have numbers. */
const WHOLE = 'whole';

function AnsweredPopulation(
  props: Props & {
    answer: PopulationAnswer;
    before: PopulationAnswer | null;
    isReady: boolean;
    notes: ReactNode;
    choices: ReactNode;
  },
): ReactElement {
  const t = useT();
  const { answer, before, choice, gates } = props;
  const [isPrinting, setPrinting] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const lines = useMemo(() => buildPopulationLines(answer, before), [answer, before]);
  const gate = gates.find((one) => one.peerId === choice.peerId && one.gate.id === choice.gate);
  const name = [getPlantNameById(choice.peerId), ...(gate === undefined ? [] : [gate.gate.fullname])].join(' · ');
  const csv = (): string => buildPopulationCsv({ name, answer, before }, t);
  const how = (
    <p className={styles.note}>
      {t('charts:notes.population')} {t('charts:population.formula', { formula: answer.formula })}
    </p>
  );
  return (
    <>
      <ChartTools
        picker={props.picker}
        isReady={props.isReady}
        onPrint={() => setPrinting(true)}
        onPicture={() => savePicture(figure.current, `${t('charts:file.population')}.png`)}
        onCsv={() => saveTextFile(`${t('charts:file.population')}.csv`, csv(), 'text/csv')}
      />
      {props.choices}
      <PopulationDays answer={answer} name={name} />
      <PopulationFigures answer={answer} lines={lines} isCompared={before !== null} figureRef={figure} />
      {how}
      <p className={styles.note}>
        <ModelCardLink card="population" />
      </p>
      {isPrinting && (
        <PrintSheet
          title={t('charts:title')}
          foot={t('statistics:printed', { at: formatDateMinute(now()) })}
          onDone={() => setPrinting(false)}
        >
          {props.heading}
          {props.notes}
          <PopulationDays answer={answer} name={name} />
          <PopulationMeans lines={lines} isCompared={before !== null} isPrinted />
          <PopulationTable days={answer.serie} isPrinted />
          {how}
        </PrintSheet>
      )}
    </>
  );
}

function PopulationFigures(props: {
  answer: PopulationAnswer;
  lines: readonly PopulationLine[];
  isCompared: boolean;
  figureRef: RefObject<HTMLElement | null>;
}): ReactElement {
  const t = useT();
  const { answer, lines, isCompared, figureRef } = props;
  if (answer.serie.length === 0)
    return (
      <EmptyState icon="chart" title={t('charts:population.none')}>
        {t('charts:population.noneText')}
      </EmptyState>
    );
  return (
    <div className={styles.both}>
      <figure ref={figureRef} className={styles.figure}>
        <figcaption>{t('charts:chart.population')}</figcaption>
        <PopulationFigure days={answer.serie} />
      </figure>
      <div className={styles.table}>
        <div className={styles.means}>
          <PopulationMeans lines={lines} isCompared={isCompared} />
        </div>
        <PopulationTable days={answer.serie} />
      </div>
    </div>
  );
}

/** Whose figures these are, of which days, what is in no class, and which days are missing. */
function PopulationDays({ answer, name }: { answer: PopulationAnswer; name: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { giorni, giorni_da_contare: due, stimabile_dal: from } = answer;
  const { foreignShare, unreadShare, hiddenDays } = useMemo(() => summarisePopulation(answer), [answer]);
  const isEarly = giorni !== null && (from === null || giorni.primo < from);
  return (
    <div className={styles.days}>
      <Remark>
        {giorni === null
          ? t('charts:population.noDays', { name })
          : t('charts:population.days', {
              name,
              first: formatDate(giorni.primo),
              last: formatDate(giorni.ultimo),
              count: answer.serie.length,
            })}
      </Remark>
      {unreadShare !== null && (
        <Remark>
          {t('charts:population.notCounted', { share: formatPercent(unreadShare, 1, language) })}
          {foreignShare !== null &&
            ` ${t('charts:population.foreignShare', { share: formatPercent(foreignShare, 1, language) })}`}
        </Remark>
      )}
      {hiddenDays > 0 && <Remark>{t('charts:population.hidden', { count: hiddenDays })}</Remark>}
      {isEarly && (
        <Notice tone="wa">
          {from === null ? t('charts:population.neverYet') : t('charts:population.early', { day: formatDate(from) })}
        </Notice>
      )}
      {due > 0 && <Notice tone="wa">{t('charts:population.due', { count: due })}</Notice>}
    </div>
  );
}
