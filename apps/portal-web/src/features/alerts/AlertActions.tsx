import { Button } from '@mantine/core';
import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { formatTime } from '@varco/i18n/format.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement, Ref } from 'react';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { useExpectedAlert } from '../../lib/alerts/decisions.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';
import { OutcomeForm } from './OutcomeForm.tsx';
import { PatrolForm } from './PatrolForm.tsx';
import { type AlertActionRun, isTaking } from './use-alert-action.ts';
import { WaitingDecisions } from './WaitingDecisions.tsx';

/** Actions on an alert in their order: take it, compare plate and picture, send somebody, set its outcome. */
export function AlertActions(props: {
  held: ReceivedAlert;
  run: AlertActionRun;
  patrolRef: Ref<HTMLInputElement>;
  noteRef: Ref<HTMLInputElement>;
}): ReactElement {
  const { held, run, patrolRef, noteRef } = props;
  const alert = useExpectedAlert(held);
  const isSent = alert.inviata_il !== held.alert.inviata_il;
  const isVerified = alert.verificato_il !== null;
  return (
    <>
      <AlertState held={held} />
      <div className={styles.steps}>
        <WaitingDecisions of={held.id} />
        {alert.esito === null && <FirstSteps alert={alert} run={run} />}
        {/* What waits for its answer is hidden, not removed: a refusal brings the typed text back. */}
        {held.alert.esito === null && (
          <div hidden={alert.esito !== null || isSent}>
            <PatrolForm
              isVerified={isVerified}
              fieldRef={patrolRef}
              onSend={(patrol) => run.mutate({ kind: 'send', patrol })}
            />
          </div>
        )}
        <div hidden={alert.esito_il !== held.alert.esito_il}>
          <OutcomeForm
            isVerified={isVerified}
            noteRef={noteRef}
            onEnd={(outcome, note) => run.mutate({ kind: 'end', outcome, note })}
          />
        </div>
      </div>
    </>
  );
}

/** Taking the alert in charge, and the comparison of plate and picture. */
function FirstSteps({ alert, run }: { alert: LiveAlert; run: AlertActionRun }): ReactElement {
  const t = useT();
  const isOthers = alert.in_carico_a !== '' && !alert.in_carico_mio;
  return (
    <div className={styles.buttons}>
      {!alert.in_carico_mio && (
        <Button
          size="xs"
          loading={isTaking(run)}
          variant={isOthers ? 'default' : 'filled'}
          aria-keyshortcuts="T"
          rightSection={<KeyHint letter="T" isPlain={!isOthers} />}
          onClick={() => run.mutate({ kind: 'take', isForced: isOthers })}
        >
          {t(isOthers ? 'alerts:card.takeOver' : 'alerts:card.take')}
        </Button>
      )}
      {alert.verificato_il === null && (
        <Button
          size="xs"
          variant="default"
          aria-keyshortcuts="V"
          rightSection={<KeyHint letter="V" />}
          onClick={() => run.mutate({ kind: 'verify' })}
        >
          {t('alerts:card.verify')}
        </Button>
      )}
    </div>
  );
}

/** The key of a button, which its name does not repeat. */
const KeyHint = ({ letter, isPlain = false }: { letter: string; isPlain?: boolean }): ReactElement => (
  <span aria-hidden>
    <Kbd keys={[letter]} isPlain={isPlain} />
  </span>
);

/** Owner, verification, patrol and outcome of an alert, each with its time. */
function AlertState(props: { held: ReceivedAlert }): ReactElement {
  const { alert } = props.held;
  const t = useT();
  const time = (instant: string | null): string => (instant === null ? '' : formatTime(instant));
  return (
    <div className={styles.standing}>
      {alert.sollecitato_il !== null && alert.in_carico_a === '' && (
        <Notice tone="wa">
          {t(alert.sollecitato_a === 'supervisor' ? 'alerts:card.supervisor' : 'alerts:card.escalated', {
            at: time(alert.sollecitato_il),
          })}
        </Notice>
      )}
      <p>
        {alert.in_carico_a === ''
          ? t('alerts:card.noOwner')
          : t(alert.in_carico_mio ? 'alerts:card.ownerMe' : 'alerts:card.owner', {
              name: alert.in_carico_a,
              at: time(alert.in_carico_dal),
            })}
      </p>
      {alert.verificato_il !== null && (
        <p>{t('alerts:card.verified', { name: alert.verificato_da, at: time(alert.verificato_il) })}</p>
      )}
      {alert.inviata_il !== null && (
        <p>{t('alerts:card.sent', { patrol: alert.inviata, name: alert.inviata_da, at: time(alert.inviata_il) })}</p>
      )}
      {alert.esito !== null && (
        <Notice tone="ok">
          {t('alerts:card.ended', {
            outcome: t(`alerts:outcome.${alert.esito}`),
            name: alert.esito_da,
            at: time(alert.esito_il),
          })}
          {alert.esito_nota !== '' && ` · ${alert.esito_nota}`}
        </Notice>
      )}
    </div>
  );
}
