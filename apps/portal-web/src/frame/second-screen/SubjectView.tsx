import { useQuery } from '@tanstack/react-query';
import { DEFAULT_ROUTE_GAP_MIN } from '@varco/domain/maps/map-constants.ts';
import type { PlantLoginState } from '@varco/domain/plants/login-state.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useState } from 'react';
import { toQuickPeriod } from '../../features/track/TrackFields.tsx';
import { TrackView } from '../../features/track/TrackView.tsx';
import type { TrackSettings } from '../../features/track/use-track-model.ts';
import { TransitDetailScreen } from '../../features/transits/detail/TransitDetailScreen.tsx';
import { createTransitQuery } from '../../features/transits/detail/transits.api.ts';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePlant } from '../../lib/plants/use-plants.ts';
import type { FirstWindowState } from '../../lib/second-screen/messages.ts';
import type { SecondSubject } from '../../lib/second-screen/second-screen.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useActionKeys } from '../../lib/transit-actions/use-action-keys.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import { sendToFirstWindow } from './first-window.ts';
import styles from './SecondScreen.module.css';

/** The transit chosen in the first window, as its detail or as the track of its plate. */
export function SubjectView(props: { state: FirstWindowState; subject: SecondSubject }): ReactElement {
  const { state, subject } = props;
  const isWaiting = isSigningIn(usePlant(subject.peerId)?.state);
  const { data } = useQuery({ ...createTransitQuery(subject.peerId, subject.transitId), enabled: false });
  if (state.view === 'map' && !isWaiting)
    return <MapOfPlate key={subject.plate} subject={subject} position={state.position} />;
  return (
    <>
      {state.view === 'detail' && (isWaiting || data === undefined) && (
        <PlateKeys subject={subject} rights={state.rights} />
      )}
      {isWaiting ? <WaitingForPlant position={state.position} /> : <Detail {...props} />}
    </>
  );
}

/** Every window signs in to the plants by itself; until then a call would only be refused. */
const isSigningIn = (state: PlantLoginState | undefined): boolean => state === 'new' || state === 'verifying';

function Detail({ state, subject }: { state: FirstWindowState; subject: SecondSubject }): ReactElement {
  return (
    <TransitDetailScreen
      peerId={subject.peerId}
      transitId={subject.transitId}
      layout="page"
      {...(subject.tabId === null ? {} : { tabId: subject.tabId })}
      navigation={<ListNavigation position={state.position} hasKeys />}
      onClose={closeSubject}
    />
  );
}

const closeSubject = (): void => sendToFirstWindow({ kind: 'close' });

/** While the plant is being signed in to, the list can be walked and the transit closed all the same. */
function WaitingForPlant({ position }: { position: FirstWindowState['position'] }): ReactElement {
  const t = useT();
  useShortcuts({ Escape: closeSubject });
  return (
    <>
      <div className={styles.head}>
        <ListNavigation position={position} hasKeys />
      </div>
      <div className={styles.empty}>
        <EmptyState icon="clock" title={t('detail:loading')} />
      </div>
    </>
  );
}

/**
 * Keys of the actions that need only plate and plant, until the plant has delivered the transit: the plate came from the
 * first window. A plate that is not known has none.
 */
function PlateKeys(props: { subject: SecondSubject; rights: FirstWindowState['rights'] }): null {
  const { peerId, transitId, plate, tabId } = props.subject;
  const items = useTransitActions(
    plate === '' ? null : { peerId, transitId, plate, isAdr: false, at: '', gateId: 0 },
    { place: 'detail', isPlateOnly: true, ...(tabId === null ? {} : { tabId }) },
    props.rights,
  );
  useActionKeys(items);
  return null;
}

/** Position in the list of the first window, with previous and next, which move the selection there. */
function ListNavigation(props: { position: FirstWindowState['position']; hasKeys: boolean }): ReactElement | null {
  const t = useT();
  const { position, hasKeys } = props;
  const step = (by: 1 | -1) => (): void => sendToFirstWindow({ kind: 'step', by });
  const isInList = position !== null && position !== 'gone';
  useShortcuts({ j: step(-1), k: step(1) }, hasKeys && isInList);
  if (!isInList) return null;
  const { n, total } = position;
  return (
    <span className={styles.navigation}>
      <span className={styles.quiet}>
        {t(position.isExact ? 'detail:position' : 'detail:positionAtLeast', { n, total })}
      </span>
      <IconButton
        icon="chevronLeft"
        name={t('detail:previous')}
        {...(hasKeys ? { keys: ['J'] } : {})}
        isDisabled={!position.back}
        onClick={step(-1)}
      />
      <IconButton
        icon="chevronRight"
        name={t('detail:next')}
        {...(hasKeys ? { keys: ['K'] } : {})}
        isDisabled={!position.on}
        onClick={step(1)}
      />
    </span>
  );
}

/** The track of the plate, of the last week at first. J and K are the ones of the map: they walk its passages. */
function MapOfPlate(props: { subject: SecondSubject; position: FirstWindowState['position'] }): ReactElement {
  const t = useT();
  const { subject, position } = props;
  const [settings, setSettings] = useState<TrackSettings>(() => ({
    ...toQuickPeriod('week', now()),
    gapMinutes: DEFAULT_ROUTE_GAP_MIN,
  }));
  const second = useState('');
  useShortcuts({ Escape: closeSubject });
  const navigation = <ListNavigation position={position} hasKeys={false} />;
  if (!isValidPlate(subject.plate))
    return (
      <>
        <div className={styles.head}>{navigation}</div>
        <div className={styles.empty}>
          <EmptyState icon="map" title={t('secondScreen:noPlate.title')}>
            {t('secondScreen:noPlate.text')}
          </EmptyState>
        </div>
      </>
    );
  return (
    <TrackView plate={subject.plate} settings={settings} onSettings={setSettings} second={second} aside={navigation} />
  );
}
