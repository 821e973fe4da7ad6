import { Checkbox } from '@mantine/core';
import { formatDateMinute, formatInteger } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import { useSealedState } from '../../lib/storage/use-sealed-state.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { indexGatePositions } from './analysis-plants.ts';
import { AnalysisLayout } from './AnalysisLayout.tsx';
import { ClockTable } from './ClockTable.tsx';
import { findImpossible, type ImpossibleResult } from './find-impossible.ts';
import styles from './GateAnalysis.module.css';
import { ImpossibleCard } from './ImpossibleCard.tsx';
import { PlantReportNotices } from './PlantReportNotices.tsx';
import { isValidWindow, Window } from './plant-tracks.ts';
import { useAnalysisRun } from './use-analysis-run.ts';
import { lastHoursWindow, WindowFields } from './WindowFields.tsx';

const storedWindow = createSealedValue('impossible-journeys', Window);

/** Plates that cannot belong to a single car, over several plants, with clock offsets measured first. */
export function ImpossibleAnalysis(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [window, setWindow] = useSealedState(storedWindow, () => lastHoursWindow(24));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosenKey = plants.flatMap(({ peerId }) => (left.has(peerId) ? [] : [peerId])).join();
  const peerIds = useMemo(() => (chosenKey === '' ? [] : chosenKey.split(',').map(Number)), [chosenKey]);
  const { gates, isLoading } = useGateStates(peerIds);
  const places = useMemo(() => indexGatePositions(gates), [gates]);
  const run = useAnalysisRun(findImpossible);
  const canRun = peerIds.length > 0 && places.size > 0 && isValidWindow(window);
  const start = (): void => {
    if (canRun) run.start({ ...window, peerIds, positions: places });
  };
  useShortcuts({ 'Ctrl+Enter': start });
  return (
    <AnalysisLayout
      title={t('gateAnalysis:impossible.form')}
      form={
        <>
          <p className={styles.hint}>{t('gateAnalysis:impossible.text')}</p>
          <Checkbox.Group
            size="xs"
            label={t('gateAnalysis:impossible.plants')}
            value={peerIds.map(String)}
            onChange={(ids) =>
              setLeft(new Set(plants.map(({ peerId }) => peerId).filter((id) => !ids.includes(String(id)))))
            }
          >
            {plants.map((plant) => (
              <Checkbox key={plant.peerId} mt="sm" value={String(plant.peerId)} label={getPlantLabel(plant)} />
            ))}
          </Checkbox.Group>
          <WindowFields window={window} onWindow={setWindow} />
          {!isLoading && places.size === 0 && <p className={styles.fault}>{t('gateAnalysis:impossible.noPlaces')}</p>}
          <p className={styles.hint}>{t('gateAnalysis:impossible.privacy')}</p>
        </>
      }
      canRun={canRun}
      onRun={start}
      onStop={run.stop}
      state={run.state}
      map={null}
      side="results"
      onSide={() => {}}
      intro={{ title: t('gateAnalysis:impossible.start'), text: t('gateAnalysis:impossible.startText') }}
      results={run.state.kind === 'done' && <ImpossibleResults answer={run.state.answer} />}
    />
  );
}

function ImpossibleResults(props: { answer: ImpossibleResult }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { window, reports: parts, vehicles, cases, unrevealedCount: untold, clocks } = props.answer;
  const clones = cases.filter(({ kind }) => kind === 'clone').length;
  return (
    <>
      <div className={styles.head} aria-live="polite">
        <h2 className={styles.count}>
          {t('gateAnalysis:impossible.clone')}: {formatInteger(clones, language)} · {t('gateAnalysis:impossible.check')}
          : {formatInteger(cases.length - clones, language)}
        </h2>
        <p className={styles.sum}>
          {formatDateMinute(window.start)} – {formatDateMinute(window.end)} ·{' '}
          {t('gateAnalysis:impossible.looked', { count: vehicles })} · <ModelCardLink card="clones" />
        </p>
        <PlantReportNotices parts={parts} />
        {untold > 0 && <p className={styles.sum}>{t('gateAnalysis:impossible.untold', { count: untold })}</p>}
      </div>
      {cases.length === 0 && (
        <EmptyState icon="check" title={t('gateAnalysis:impossible.none')}>
          {t('gateAnalysis:impossible.noneText')}
        </EmptyState>
      )}
      {cases.map((one) => (
        <ImpossibleCard key={`${one.plate} ${one.day}`} found={one} />
      ))}
      {clocks.length > 1 && <ClockTable clocks={clocks} />}
    </>
  );
}
