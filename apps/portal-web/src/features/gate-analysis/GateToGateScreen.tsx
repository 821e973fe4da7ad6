import { NumberInput } from '@mantine/core';
import { MAX_JOURNEY_MINUTES, MAX_ORDERED_GATES } from '@varco/contract/plant/gate-to-gate.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { type JourneyDraft, storedJourneyDraft } from '../../lib/analyses/journeys.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useSealedState } from '../../lib/storage/use-sealed-state.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { canAnalysePlant, hasGateToGate, indexGatePositions } from './analysis-plants.ts';
import { AnalysisLayout, type AnalysisSide } from './AnalysisLayout.tsx';
import { searchJourneys } from './search-journeys.ts';
import styles from './GateAnalysis.module.css';
import { GatePicker, toggleGate } from './GatePicker.tsx';
import { JourneyResults } from './JourneyResults.tsx';
import { LazyGateMap } from './lazy-gate-map.tsx';
import { isValidWindow } from './plant-tracks.ts';
import { useAnalysisRun } from './use-analysis-run.ts';
import { lastHoursWindow, WindowFields } from './WindowFields.tsx';

const createJourneyDraft = (): JourneyDraft => ({ gates: [], ...lastHoursWindow(24), withinMinutes: 60 });
const ORDERED_SELECTION = { isOrdered: true, most: MAX_ORDERED_GATES };

/** /analysis-gate-to-gate (decisions): gates in order, a window, a maximum time. */
export function GateToGateScreen(): ReactElement {
  const all = usePlantList();
  const plants = all.filter(hasGateToGate);
  return plants.length === 0 ? (
    <NoPlantsNotice canAnalyse={all.some(canAnalysePlant)} />
  ) : (
    <GateToGateAnalysis plants={plants} />
  );
}

function GateToGateAnalysis(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [question, setQuestion] = useSealedState(storedJourneyDraft, createJourneyDraft);
  const [side, setSide] = useState<AnalysisSide>('results');
  const peerKey = plants.map(({ peerId }) => peerId).join();
  const peerIds = useMemo(() => peerKey.split(',').map(Number), [peerKey]);
  const { gates, failed } = useGateStates(peerIds);
  const run = useAnalysisRun(searchJourneys);
  const canRun = question.gates.length > 1 && isValidWindow(question);
  const start = (): void => {
    if (!canRun) return;
    setSide('results');
    run.start({ ...question, positions: indexGatePositions(gates) });
  };
  useShortcuts({ 'Ctrl+Enter': start });
  const form = { question, onQuestion: setQuestion, plants, gates, failed: failed.length };
  return (
    <section className={styles.page} aria-label={t('gateAnalysis:g2g.title')}>
      <AnalysisLayout
        title={t('gateAnalysis:g2g.form')}
        form={<JourneyForm {...form} />}
        canRun={canRun}
        onRun={start}
        onStop={run.stop}
        state={run.state}
        map={
          <LazyGateMap
            gates={gates}
            marked={question.gates.map((ref, at) => ({ gateRef: ref, label: String(at + 1) }))}
            onPick={(gate) => setQuestion({ ...question, gates: toggleGate(question.gates, gate, ORDERED_SELECTION) })}
          />
        }
        side={side}
        onSide={setSide}
        intro={{ title: t('gateAnalysis:g2g.start'), text: t('gateAnalysis:g2g.startText') }}
        results={run.state.kind === 'done' && <JourneyResults answer={run.state.answer} gates={gates} />}
      />
    </section>
  );
}

function JourneyForm(props: {
  question: JourneyDraft;
  onQuestion: (question: JourneyDraft) => void;
  plants: readonly PlantSession[];
  gates: readonly PlantGate[];
  /** Number of plants whose gates could not be loaded. */
  failed: number;
}): ReactElement {
  const t = useT();
  const { question, onQuestion, plants, gates, failed } = props;
  return (
    <>
      <GatePicker
        label={t('gateAnalysis:g2g.order')}
        plants={plants}
        gates={gates}
        value={question.gates}
        onValue={(value) => onQuestion({ ...question, gates: value })}
        {...ORDERED_SELECTION}
      />
      {failed > 0 && <p className={styles.fault}>{t('gateAnalysis:gate.failed', { count: failed })}</p>}
      {question.gates.length < 2 && <p className={styles.hint}>{t('gateAnalysis:g2g.noGates')}</p>}
      <WindowFields window={question} onWindow={(window) => onQuestion({ ...question, ...window })} />
      <MaxTimeField question={question} onQuestion={onQuestion} />
    </>
  );
}

function MaxTimeField(props: { question: JourneyDraft; onQuestion: (question: JourneyDraft) => void }): ReactElement {
  const t = useT();
  const { question, onQuestion } = props;
  return (
    <NumberInput
      size="xs"
      label={t('gateAnalysis:g2g.within')}
      min={1}
      max={MAX_JOURNEY_MINUTES}
      clampBehavior="strict"
      allowDecimal={false}
      suffix={` ${t('gateAnalysis:g2g.minutes')}`}
      value={question.withinMinutes}
      onChange={(value) => {
        if (typeof value === 'number' && value >= 1) onQuestion({ ...question, withinMinutes: value });
      }}
    />
  );
}

function NoPlantsNotice(props: { canAnalyse: boolean }): ReactElement {
  const t = useT();
  return props.canAnalyse ? (
    <EmptyState icon="lock" tone="pv" title={t('gateAnalysis:g2g.noLicence')}>
      {t('gateAnalysis:g2g.noLicenceText')}
    </EmptyState>
  ) : (
    <EmptyState icon="lock" tone="pv" title={t('gateAnalysis:noPlant')}>
      {t('gateAnalysis:noPlantText')}
    </EmptyState>
  );
}
