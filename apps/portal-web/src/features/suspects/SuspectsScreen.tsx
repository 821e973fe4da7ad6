import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { MAX_SUSPECTS } from '@varco/contract/plant/suspects.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { type SuspectController, type SuspectState, useSuspects } from './suspect-controller.ts';
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
  const [areWeightsOpen, setWeightsOpen] = useState(false);
  const peerId = plants.find((plant) => plant.peerId === selected)?.peerId ?? plants[0]?.peerId;
  return (
    // The section scrolls, so it must be focusable by keyboard (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('pages:title.suspects')}>
      {peerId === undefined ? (
        <EmptyState icon="lock" tone="pv" title={t('suspects:noPlant')}>
          {t('suspects:noPlantText')}
        </EmptyState>
      ) : (
        <>
          <SuspectBar controller={controller} plants={plants} peerId={peerId} />
          <SuspectResults controller={controller} onWeights={() => setWeightsOpen(true)} />
          {areWeightsOpen && <WeightsDialog peerId={peerId} onClose={() => setWeightsOpen(false)} />}
        </>
      )}
    </section>
  );
}

function SuspectResults(props: { controller: SuspectController; onWeights: () => void }): ReactElement {
  const t = useT();
  const { controller, onWeights } = props;
  const found = useSuspects(controller, (state) => state.result);
  const isRunning = useSuspects(controller, (state) => state.isRunning);
  const weights = (
    <Button variant="subtle" size="compact-sm" onClick={onWeights}>
      {t('suspects:weights')}
    </Button>
  );
  return (
    <section className={styles.results} aria-busy={isRunning} aria-label={t('suspects:table')}>
      {isRunning && (
        <p className={styles.running} role="status">
          <Icon name="arc" isSpinning /> {t('suspects:running')}
        </p>
      )}
      {found === null ? (
        !isRunning && (
          <EmptyState icon="suspect" title={t('suspects:before')} actions={weights}>
            {t('suspects:beforeText')}
          </EmptyState>
        )
      ) : (
        <FoundSuspects found={found} weights={weights} />
      )}
    </section>
  );
}

function FoundSuspects(props: { found: NonNullable<SuspectState['result']>; weights: ReactElement }): ReactElement {
  const t = useT();
  const { found, weights } = props;
  const { objects, plates, whitelisted, spans } = found.page;
  return (
    <>
      <div className={styles.line}>
        <p className={styles.count} role="status">
          <strong>{t('suspects:count', { count: objects.length })}</strong> {t('suspects:ofPlates', { count: plates })}
          {whitelisted > 0 && `, ${t('suspects:whitelisted', { count: whitelisted })}`}
        </p>
        <SignalLegend />
        {weights}
      </div>
      {objects.length >= MAX_SUSPECTS && <Notice tone="in">{t('suspects:more')}</Notice>}
      {spans === 0 && <Notice tone="wa">{t('suspects:noHabit')}</Notice>}
      {objects.length > 0 && !objects[0]?.high_interest && <p className={styles.remark}>{t('suspects:noHigh')}</p>}
      {objects.length === 0 ? (
        <EmptyState icon="suspect" title={t('suspects:none')}>
          {t('suspects:noneText')}
        </EmptyState>
      ) : (
        <SuspectTable found={found} />
      )}
      <p className={styles.disclaimer}>{t('suspects:disclaimer')}</p>
    </>
  );
}

/** SUS-05: meaning of the icons. */
function SignalLegend(): ReactElement {
  const t = useT();
  return (
    <ul className={styles.legend} aria-label={t('suspects:legend')}>
      <li>
        <span className={styles.highSwatch} aria-hidden="true" /> {t('suspects:high')}
      </li>
      <li>
        <span className={styles.swatch} aria-hidden="true" /> {t('suspects:suspect')}
      </li>
      <li>
        <Icon name="list" size="xs" /> {t('suspects:list')}
      </li>
    </ul>
  );
}
