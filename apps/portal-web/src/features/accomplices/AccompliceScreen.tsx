import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { KeyHints } from '@varco/ui/KeyHints.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { formatTime } from '@varco/i18n/format.ts';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { canSearchAccomplicesOn } from './accomplice-plants.ts';
import {
  type AccompliceController,
  type AccompliceSearch,
  type PlantState,
  useAccomplices,
} from './accomplice-controller.ts';
import { AccompliceBar } from './AccompliceBar.tsx';
import { AccompliceResults } from './AccompliceResults.tsx';
import { rankCandidates } from './candidate-summary.ts';
import { countDisabledMeetings, mergeCandidates } from './merged-candidates.ts';

/** T 2.11: form and ranked results of a search for vehicles that travelled with a plate. */
export function AccompliceScreen(props: { controller: AccompliceController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const plants = usePlantList().filter(canSearchAccomplicesOn);
  const search = useAccomplices(controller, (state) => state.search);
  if (plants.length === 0) {
    return (
      <ScreenFrame
        label={t('pages:title.accomplices')}
        empty={
          <EmptyState icon="lock" tone="pv" title={t('accomplices:noPlant')}>
            {t('accomplices:noPlantText')}
          </EmptyState>
        }
      />
    );
  }
  const toolbar = <AccompliceBar controller={controller} plants={plants} />;
  if (search !== null)
    return <SearchedScreen controller={controller} search={search} plants={plants} toolbar={toolbar} />;
  return (
    <ScreenFrame
      label={t('pages:title.accomplices')}
      toolbar={toolbar}
      empty={
        <EmptyState icon="pair" title={t('accomplices:before')}>
          {t('accomplices:beforeText')}
        </EmptyState>
      }
    />
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

function SearchedScreen(props: {
  controller: AccompliceController;
  search: AccompliceSearch;
  plants: readonly PlantSession[];
  toolbar: ReactNode;
}): ReactElement {
  const t = useT();
  const { controller, search, plants, toolbar } = props;
  const { answers, isRunning } = search;
  const { plate } = search.form;
  const showsSingles = useAccomplices(controller, (state) => state.view.showsSingles);
  const ranked = useMemo(() => rankCandidates(mergeCandidates(answers)), [answers]);
  const rows = showsSingles ? ranked : ranked.filter(({ isSingle }) => !isSingle);
  const singles = ranked.filter(({ isSingle }) => isSingle).length;
  return (
    <ScreenFrame
      label={t('accomplices:results', { plate })}
      toolbar={toolbar}
      status={
        <>
          <Answers controller={controller} search={search} plants={plants} />
          <p role="status">{ranked.length > 0 && t('accomplices:found', { count: ranked.length - singles })}</p>
          {singles > 0 && <SinglesButton controller={controller} count={singles} />}
        </>
      }
      notices={hasWarnings(search) && <ResultWarnings search={search} plants={plants} />}
      waiting={isRunning && t('accomplices:running', { plate })}
      body="fill"
      empty={!isRunning && rows.length === 0 && <NoRows search={search} singles={singles} />}
      footer={
        <>
          <span>
            <strong>{t('accomplices:notProof')}</strong> {t('accomplices:disclaimer')}{' '}
            <ModelCardLink card="accomplices" />
          </span>
          {rows.length > 0 && <TableKeys />}
        </>
      }
    >
      {rows.length > 0 && <AccompliceResults controller={controller} search={search} rows={rows} plants={plants} />}
    </ScreenFrame>
  );
}

/** Which plants answered. */
function Answers(props: {
  controller: AccompliceController;
  search: AccompliceSearch;
  plants: readonly PlantSession[];
}): ReactElement {
  const { controller, search, plants } = props;
  return (
    <div>
      <CompletenessLine
        segments={buildPlantSegments(search, plants)}
        {...(countPlantsInState(search, 'failed') > 0 && !search.isRunning ? { onRetry: controller.retry } : {})}
        {...(search.tookMs === null ? {} : { answeredAt: formatTime(search.startedAt), durationMs: search.tookMs })}
      />
    </div>
  );
}

/** The keys of the table. */
function TableKeys(): ReactElement {
  const t = useT();
  return (
    <KeyHints>
      <Kbd keys={['↑', '↓']} /> {t('accomplices:keys.move')} <Kbd keys={[t('common:keys.enter')]} />{' '}
      {t('accomplices:keys.open')} <Kbd keys={['.']} /> {t('accomplices:keys.actions')}
    </KeyHints>
  );
}

/** Shows or hides the vehicles that were met once: they have no score and are many. */
function SinglesButton(props: { controller: AccompliceController; count: number }): ReactElement {
  const t = useT();
  const { controller, count } = props;
  const showsSingles = useAccomplices(controller, (state) => state.view.showsSingles);
  return (
    <TextButton
      aria-pressed={showsSingles}
      onClick={() => controller.updateView({ showsSingles: !showsSingles, opened: null })}
    >
      {t(showsSingles ? 'accomplices:hideSingles' : 'accomplices:showSingles', { count })}
    </TextButton>
  );
}

/** Why no row is shown: nothing was found, no plant answered, or only vehicles that were met once. */
function NoRows(props: { search: AccompliceSearch; singles: number }): ReactElement | null {
  const t = useT();
  const { search, singles } = props;
  const { plate } = search.form;
  if (singles > 0)
    return (
      <EmptyState icon="pair" title={t('accomplices:onlySingles', { plate })}>
        {t('accomplices:onlySinglesText')}
      </EmptyState>
    );
  if (search.answers.length + countPlantsInState(search, 'absent') === 0)
    return (
      <EmptyState icon="warning" title={t('accomplices:failed')}>
        {t('accomplices:failedText')}
      </EmptyState>
    );
  return (
    <EmptyState icon="pair" title={t('accomplices:none', { plate })}>
      {search.answers.length === 0 ? t('accomplices:neverSeen') : undefined}
    </EmptyState>
  );
}

const countPlantsInState = ({ plants }: AccompliceSearch, state: PlantState): number =>
  [...plants.values()].filter((one) => one === state).length;

const countExcluded = ({ answers }: AccompliceSearch): number =>
  answers.reduce((sum, { answer }) => sum + answer.esclusi, 0);
const isWeakResult = ({ answers }: AccompliceSearch): boolean =>
  answers.length > 0 && answers.every(({ answer }) => answer.debole);
const isCutResult = ({ answers }: AccompliceSearch): boolean => answers.some(({ answer }) => answer.troncato);
const listMisreads = ({ answers }: AccompliceSearch): readonly string[] => [
  ...new Set(answers.flatMap(({ answer }) => answer.letture_errate)),
];
/** The plants where the person's role sees a part of the period only; an approval does not lift that here (ADR 0027). */
const listRoleLimited = ({ answers }: AccompliceSearch): readonly number[] =>
  answers.filter(({ answer }) => answer.limitazioni.includes('look_back')).map(({ peerId }) => peerId);

const hasWarnings = (search: AccompliceSearch): boolean =>
  listRoleLimited(search).length > 0 ||
  countDisabledMeetings(search.answers) > 0 ||
  countExcluded(search) > 0 ||
  isWeakResult(search) ||
  isCutResult(search) ||
  listMisreads(search).length > 0;

/** Warnings about a result: unauthorised gates, weak evidence, plates that were left out. */
function ResultWarnings(props: { search: AccompliceSearch; plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { search, plants } = props;
  const limited = listRoleLimited(search);
  const labels = plants.filter(({ peerId }) => limited.includes(peerId)).map(getPlantLabel);
  const disabled = countDisabledMeetings(search.answers);
  const misreads = listMisreads(search);
  const excluded = countExcluded(search);
  return (
    <>
      {limited.length > 0 && <Notice tone="in">{t('accomplices:roleLimited', { plants: labels.join(', ') })}</Notice>}
      {disabled > 0 && <Notice tone="pv">{t('accomplices:disabled', { count: disabled })}</Notice>}
      {isWeakResult(search) && (
        <Notice tone="wa" title={t('accomplices:weak')}>
          {t('accomplices:weakText')}
        </Notice>
      )}
      {misreads.length > 0 && <Notice tone="in">{t('accomplices:misreads', { plates: misreads.join(', ') })}</Notice>}
      {(excluded > 0 || isCutResult(search)) && (
        <Remark>
          {excluded > 0 && t('accomplices:excluded', { count: excluded })} {isCutResult(search) && t('accomplices:cut')}
        </Remark>
      )}
    </>
  );
}
