import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime, formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { closeFeed, type ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { useExpectedAlert } from '../../lib/alerts/decisions.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { useShowOnSecondScreen } from '../../lib/second-screen/use-show-on-second-screen.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { AlertActions } from './AlertActions.tsx';
import { AlertKindChip } from './AlertKindChip.tsx';
import { AlertPictures } from './AlertPictures.tsx';
import { formatDifferences, formatVehicle } from './format-alert.ts';
import styles from './alerts.module.css';
import { ReadOddsPanel } from './ReadOddsPanel.tsx';
import { handleTriageKey } from './triage-keys.ts';
import { isTaking, useAlertAction } from './use-alert-action.ts';

/**
 * All data of one alert: pictures, reason, seen and registered vehicle, and the actions on it, by button or key. `onStep`
 * shows the alert after or before it.
 */
export function AlertCard(props: {
  held: ReceivedAlert;
  onBack: () => void;
  onStep?: (by: 1 | -1) => void;
}): ReactElement {
  const { held: stored, onBack, onStep } = props;
  const { alert } = stored;
  const t = useT();
  const differences = formatDifferences(alert, t);
  const run = useAlertAction(stored);
  const expected = useExpectedAlert(stored);
  const isPhone = useMediaQuery('(width < 600px)');
  const card = useRef<HTMLElement>(null);
  const patrol = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLInputElement>(null);
  useFocusOnChange(card, stored.id);
  useShowOnSecondScreen(stored.peerId, alert.transito, alert.targa);
  return (
    // Its keys are those of its buttons and fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      className={styles.card}
      aria-label={t('alerts:card.title', { kind: t(`alerts:kind.${alert.tipo}`) })}
      tabIndex={-1}
      onKeyDown={(event) =>
        handleTriageKey(event, expected, {
          act: (action) => {
            if (action.kind !== 'take' || !isTaking(run)) run.mutate(action);
          },
          focus: (field) => (field === 'patrol' ? patrol : note).current?.focus(),
          onStep,
        })
      }
    >
      <div className={styles.line}>
        <IconButton icon="chevronLeft" size="sm" name={t('alerts:back')} onClick={onBack} />
        <PlateBadge
          plate={alert.targa}
          nation={alert.nazione === '' ? null : alert.nazione}
          size={isPhone ? 'detail' : 'card'}
        />
        <AlertKindChip kind={alert.tipo} />
      </div>
      {alert.targa_corretta !== '' && (
        <Notice tone="wa">{t('alerts:card.corrected', { plate: alert.targa_corretta })}</Notice>
      )}
      {alert.vicinanza !== 'exact' && <Notice tone="wa">{t(`alerts:card.${alert.vicinanza}`)}</Notice>}
      {differences.map((line) => (
        <Notice key={line} tone="wa">
          {line}
        </Notice>
      ))}
      <AlertPictures held={stored} />
      <ReadOddsPanel held={stored} />
      <PassageFacts held={stored} />
      <EntryFacts held={stored} />
      <AlertActions key={stored.id} held={stored} run={run} patrolRef={patrol} noteRef={note} />
      <OpenTransitButton held={stored} />
    </article>
  );
}

/** The passage, and the vehicle seen and registered. */
function PassageFacts({ held: { alert, peerId } }: { held: ReceivedAlert }): ReactElement {
  const t = useT();
  const plant = usePlant(peerId);
  return (
    <KeyValueList
      labelWidth={110}
      items={[
        { key: 'at', label: t('alerts:card.passage'), value: formatDateTime(alert.data) },
        { key: 'gate', label: t('alerts:card.gate'), value: alert.varco },
        { key: 'plant', label: t('alerts:card.plant'), value: plant === null ? '' : getPlantLabel(plant) },
        { key: 'raised', label: t('alerts:card.raised'), value: formatTime(alert.segnalato_il) },
        { key: 'seen', label: t('alerts:card.seen'), value: formatVehicle(alert.letto, t) },
        ...(alert.registro === null
          ? []
          : [{ key: 'registered', label: t('alerts:card.registered'), value: formatVehicle(alert.registro, t) }]),
      ]}
    />
  );
}

/** Takes the focus that the alert before it, or the row that opened it, had; somebody who types elsewhere keeps it. */
function useFocusOnChange(card: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    const focused = document.activeElement;
    // The body, or the panel around the card.
    if (focused?.contains(card.current) === true) card.current?.focus({ preventScroll: true });
  }, [card, id]);
}

/** The reason: the list entry as it was when the plate passed. */
function EntryFacts(props: { held: ReceivedAlert }): ReactElement | null {
  const t = useT();
  const entry = props.held.alert.voce;
  if (entry === null) return null;
  const date = (instant: string | null): string => (instant === null ? '' : formatDateMinute(instant));
  const rows = [
    ['note1', entry.note1],
    ['status', entry.stato],
    ['note2', entry.note2],
    ['text', entry.voce],
    ['since', date(entry.inserita_il)],
    ['until', date(entry.data_scadenza)],
    ['author', entry.autore],
  ] as const;
  return (
    <section aria-label={t('alerts:card.entry')}>
      <h3 className={styles.subtitle}>
        {t('alerts:card.entry')}
        {entry.riservata && <StatusChip tone="pv" icon="lock" word={t('alerts:card.reserved')} size="sm" />}
      </h3>
      <KeyValueList
        labelWidth={110}
        items={rows
          .filter(([, value]) => value !== '')
          .map(([key, value]) => ({ key, label: t(`alerts:card.${key}`), value }))}
      />
    </section>
  );
}

function OpenTransitButton(props: { held: ReceivedAlert }): ReactElement {
  const { peerId, alert } = props.held;
  const t = useT();
  const navigate = useNavigate();
  const open = (spec: Parameters<typeof openWorkspaceTab>[0]): void => {
    openWorkspaceTab(spec);
    closeFeed();
    void navigate({ to: '/lpr' });
  };
  return (
    <div className={styles.buttons}>
      <Button
        variant="default"
        size="xs"
        onClick={() => open({ kind: 'transit-detail', peerId, transitId: alert.transito, plate: alert.targa })}
      >
        {t('alerts:card.open')}
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={() =>
          open({
            kind: 'transit-list',
            filter: { plate: alert.targa, period: { kind: 'all' }, hasTaxCodes: false },
            runs: true,
          })
        }
      >
        {t('alerts:card.history')}
      </Button>
    </div>
  );
}
