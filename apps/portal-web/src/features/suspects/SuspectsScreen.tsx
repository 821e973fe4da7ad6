import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Legend } from '@varco/ui/Legend.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { MAX_SUSPECTS } from '@varco/contract/plant/suspects.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import { formatPlantFailure } from '../../lib/plants/plant-faults.ts';
import { isAway, type PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlant, usePlantList } from '../../lib/plants/use-plants.ts';
import { type SuspectController, type SuspectResult, useSuspects } from './suspect-controller.ts';
import { SuspectBar } from './SuspectBar.tsx';
import styles from './Suspects.module.css';
import { SuspectTable } from './SuspectTable.tsx';
import { WeightsDialog } from './WeightsDialog.tsx';

/** SUS-21: whether a plant can be searched: signed in and readable by the user's force. */
const canSearchSuspectsOn = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled && state === 'ok' && login !== null && canReadTransits(login.user) === null;

/** T 2.13: vehicles with conspicuous movements, by score. */
export function SuspectsScreen(props: { controller: SuspectController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const plants = usePlantList().filter(canSearchSuspectsOn);
  const selected = useSuspects(controller, ({ form }) => form.selectedPeer);
  const found = useSuspects(controller, (state) => state.result);
  const isRunning = useSuspects(controller, (state) => state.isRunning);
  const [areWeightsOpen, setWeightsOpen] = useState(false);
  const peerId = plants.find((plant) => plant.peerId === selected)?.peerId ?? plants[0]?.peerId;
  if (peerId === undefined) return <ScreenFrame label={t('pages:title.suspects')} empty={<NoPlant />} />;
  return (
    <>
      <ScreenFrame
        label={t('pages:title.suspects')}
        toolbar={<SuspectBar controller={controller} plants={plants} peerId={peerId} />}
        status={found !== null && <ResultCounts found={found} />}
        notices={found !== null && hasNotices(found) && <ResultNotices found={found} />}
        waiting={isRunning && t('suspects:running')}
        body="fill"
        empty={(found === null || found.page.objects.length === 0) && <NoRows controller={controller} />}
        footer={
          <>
            <span>
              {t('suspects:disclaimer')} <ModelCardLink card="suspects" />
            </span>
            <TextButton onClick={() => setWeightsOpen(true)}>{t('suspects:weights')}</TextButton>
          </>
        }
      >
        {found !== null && <SuspectTable found={found} />}
      </ScreenFrame>
      {areWeightsOpen && <WeightsDialog peerId={peerId} onClose={() => setWeightsOpen(false)} />}
    </>
  );
}

/** No plant can be searched: those that do not answer are named, because what else it takes may be there. */
function NoPlant(): ReactElement {
  const t = useT();
  const away = usePlantList().filter(({ credential, reason }) => credential.enabled && isAway(reason));
  return (
    <EmptyState icon="lock" tone="pv" title={t('suspects:noPlant')}>
      {away.map((plant) => (
        <p key={plant.credentialId}>{t('notices:code.c10005', { plant: getPlantLabel(plant) })}</p>
      ))}
      {t('suspects:noPlantText')}
    </EmptyState>
  );
}

/** Before the first search: what to do. After one that failed: why. After one without a suspect: what that means. */
function NoRows({ controller }: { controller: SuspectController }): ReactElement {
  const t = useT();
  const isBefore = useSuspects(controller, ({ result }) => result === null);
  const failure = useSuspects(controller, (state) => state.failure);
  const plant = usePlant(failure?.peerId ?? 0);
  if (failure !== null)
    return (
      <EmptyState icon="suspect" title={t('suspects:cleared')}>
        <p>{formatPlantFailure(failure.error, plant === null ? '' : getPlantLabel(plant), t)}</p>
        {t('suspects:clearedText')}
      </EmptyState>
    );
  return (
    <EmptyState icon="suspect" title={t(isBefore ? 'suspects:before' : 'suspects:none')}>
      {t(isBefore ? 'suspects:beforeText' : 'suspects:noneText')}
    </EmptyState>
  );
}

/** How many suspects among how many plates, and the meaning of the marks (SUS-05). */
function ResultCounts(props: { found: SuspectResult }): ReactElement {
  const t = useT();
  const { objects, plates, whitelisted, misreads = 0 } = props.found.page;
  return (
    <>
      <p role="status">
        <strong>{t('suspects:count', { count: objects.length })}</strong> {t('suspects:ofPlates', { count: plates })}
        {whitelisted > 0 && `, ${t('suspects:whitelisted', { count: whitelisted })}`}
        {misreads > 0 && `, ${t('suspects:misreads', { count: misreads })}`}
      </p>
      <Legend
        label={t('suspects:legend')}
        items={[
          { key: 'high', mark: <span className={styles.highSwatch} />, text: t('suspects:high') },
          { key: 'suspect', mark: <span className={styles.swatch} />, text: t('suspects:suspect') },
          { key: 'list', mark: <Icon name="list" size="xs" />, text: t('suspects:list') },
        ]}
      />
    </>
  );
}

const hasMore = ({ page }: SuspectResult): boolean => page.objects.length >= MAX_SUSPECTS;
const hasNoHabit = ({ page }: SuspectResult): boolean => page.spans === 0;
const hasNoHigh = ({ page: { objects } }: SuspectResult): boolean =>
  objects.length > 0 && objects[0]?.high_interest !== true;
const hasUnjudged = ({ page }: SuspectResult): boolean => page.unjudged === true;
/** The person's role sees a part of the period only; an approval does not lift that here (ADR 0027). */
const isRoleLimited = ({ page }: SuspectResult): boolean => page.limitations.includes('look_back');
const hasNotices = (found: SuspectResult): boolean =>
  isRoleLimited(found) || hasMore(found) || hasUnjudged(found) || hasNoHabit(found) || hasNoHigh(found);

function ResultNotices(props: { found: SuspectResult }): ReactElement {
  const t = useT();
  const { found } = props;
  return (
    <>
      {isRoleLimited(found) && <Notice tone="in">{t('suspects:roleLimited')}</Notice>}
      {hasMore(found) && <Notice tone="in">{t('suspects:more')}</Notice>}
      {hasUnjudged(found) && <Notice tone="wa">{t('suspects:unjudged')}</Notice>}
      {hasNoHabit(found) && <Notice tone="wa">{t('suspects:noHabit')}</Notice>}
      {hasNoHigh(found) && <Remark>{t('suspects:noHigh')}</Remark>}
    </>
  );
}
