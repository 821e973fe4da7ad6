import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { formatTime } from '@varco/i18n/format.ts';
import { type ReactElement, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { canSearchAccomplicesOn } from './accomplice-plants.ts';
import {
  type AccompliceController,
  type AccompliceSearch,
  type PlantState,
  useAccomplices,
} from './accomplice-controller.ts';
import { AccompliceBar } from './AccompliceBar.tsx';
import styles from './Accomplices.module.css';
import { CandidateCard } from './CandidateCard.tsx';
import { countDisabledMeetings, mergeCandidates } from './merged-candidates.ts';

/** T 2.11: form and results of a search for vehicles that travelled with a plate. */
export function AccompliceScreen(props: { controller: AccompliceController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const plants = usePlantList().filter(canSearchAccomplicesOn);
  const search = useAccomplices(controller, (state) => state.search);
  return (
    // The section scrolls, so it must be focusable by keyboard (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('pages:title.accomplices')}>
      {plants.length === 0 ? (
        <EmptyState icon="lock" tone="pv" title={t('accomplices:noPlant')}>
          {t('accomplices:noPlantText')}
        </EmptyState>
      ) : (
        <>
          <AccompliceBar controller={controller} plants={plants} />
          {search === null ? (
            <EmptyState icon="pair" title={t('accomplices:before')}>
              {t('accomplices:beforeText')}
            </EmptyState>
          ) : (
            <AccompliceResults controller={controller} search={search} plants={plants} />
          )}
        </>
      )}
    </section>
  );
}

const SEGMENT_STATES: Readonly<Record<PlantState, PlantSegment['state']>> = {
  asking: 'receiving',
  answered: 'answered',
  absent: 'answered',
  failed: 'error',
};

/** State of each plant for the completeness line: answered, partial, failed, or still receiving. */
function buildPlantSegments(search: AccompliceSearch, plants: readonly PlantSession[]): readonly PlantSegment[] {
  return plants.map((plant) => {
    const state = search.plants.get(plant.peerId);
    const answer = search.answers.find(({ peerId }) => peerId === plant.peerId)?.answer;
    const isPartial = (answer?.limitazioni.length ?? 0) > 0;
    return {
      plantId: plant.credentialId,
      label: getPlantLabel(plant),
      state: state === undefined ? 'notAsked' : isPartial ? 'partial' : SEGMENT_STATES[state],
    };
  });
}

function AccompliceResults(props: {
  controller: AccompliceController;
  search: AccompliceSearch;
  plants: readonly PlantSession[];
}): ReactElement {
  const t = useT();
  const { controller, search, plants } = props;
  const { answers, isRunning } = search;
  const { plate } = search.form;
  const candidates = useMemo(() => mergeCandidates(answers), [answers]);
  const peerIds = useMemo(() => answers.map(({ peerId }) => peerId), [answers]);
  const { gates } = useGateStates(peerIds);
  const isDone = !isRunning && answers.length + countPlantsInState(search, 'absent') > 0;
  return (
    <section className={styles.results} aria-label={t('accomplices:results', { plate })} aria-busy={isRunning}>
      <CompletenessLine
        segments={buildPlantSegments(search, plants)}
        {...(countPlantsInState(search, 'failed') > 0 && !isRunning ? { onRetry: controller.retry } : {})}
        {...(search.tookMs === null ? {} : { answeredAt: formatTime(search.startedAt), durationMs: search.tookMs })}
      />
      {isRunning && (
        <p className={styles.running} role="status">
          <Icon name="arc" isSpinning /> {t('accomplices:running', { plate })}
        </p>
      )}
      {isDone && candidates.length === 0 && (
        <EmptyState icon="pair" title={t('accomplices:none', { plate })}>
          {answers.length === 0 ? t('accomplices:neverSeen') : undefined}
        </EmptyState>
      )}
      <ResultWarnings search={search} />
      <ol className={styles.list}>
        {candidates.map((candidate) => (
          <li key={candidate.plate}>
            <CandidateCard target={plate} candidate={candidate} plants={plants} gates={gates} />
          </li>
        ))}
      </ol>
      {candidates.length > 0 && (
        <p className={styles.disclaimer}>
          <strong>{t('accomplices:notProof')}</strong> {t('accomplices:disclaimer')}
        </p>
      )}
    </section>
  );
}

const countPlantsInState = ({ plants }: AccompliceSearch, state: PlantState): number =>
  [...plants.values()].filter((one) => one === state).length;

/** Warnings about a result: unauthorised gates, weak evidence, plates that were left out. */
function ResultWarnings({ search }: { search: AccompliceSearch }): ReactElement {
  const t = useT();
  const { answers } = search;
  const disabled = countDisabledMeetings(answers);
  const misreads = [...new Set(answers.flatMap(({ answer }) => answer.letture_errate))];
  const excluded = answers.reduce((sum, { answer }) => sum + answer.esclusi, 0);
  const isWeak = answers.length > 0 && answers.every(({ answer }) => answer.debole);
  return (
    <>
      {disabled > 0 && <Notice tone="pv">{t('accomplices:disabled', { count: disabled })}</Notice>}
      {isWeak && (
        <Notice tone="wa" title={t('accomplices:weak')}>
          {t('accomplices:weakText')}
        </Notice>
      )}
      {misreads.length > 0 && <Notice tone="in">{t('accomplices:misreads', { plates: misreads.join(', ') })}</Notice>}
      {(excluded > 0 || answers.some(({ answer }) => answer.troncato)) && (
        <p className={styles.remark}>
          {excluded > 0 && t('accomplices:excluded', { count: excluded })}{' '}
          {answers.some(({ answer }) => answer.troncato) && t('accomplices:cut')}
        </p>
      )}
    </>
  );
}
