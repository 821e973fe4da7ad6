import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ALERT_OUTCOMES, type AlertOutcome } from '@varco/domain/alerts/alert-kinds.ts';
import { formatTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { HISTORY_KEY } from './alert-history.ts';
import { performAlertAction, openedAlertQuery, type AlertAction } from './alerts.api.ts';
import styles from './alerts.module.css';

const NOTICE_DURATION_MS = 5_000;

/** Actions on an alert: take it, compare plate and picture, set its outcome. */
export function AlertActions(props: { held: ReceivedAlert }): ReactElement {
  const { peerId, alert } = props.held;
  const t = useT();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (request: AlertAction) => performAlertAction(peerId, alert.id, request),
    onSuccess: (changed) => {
      client.setQueryData(openedAlertQuery(peerId, alert.id).queryKey, (shown) => shown && { ...shown, ...changed });
      void client.invalidateQueries({ queryKey: HISTORY_KEY });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'conflict')
        notify({ text: t('alerts:card.taken'), type: 'warning', timeout: NOTICE_DURATION_MS, link: null });
      else notifyError(error);
    },
  });
  const isOthers = alert.in_carico_a !== '' && !alert.in_carico_mio;
  return (
    <>
      <AlertState held={props.held} />
      {alert.esito === null && (
        <div className={styles.buttons}>
          {!alert.in_carico_mio && (
            <Button
              size="xs"
              loading={mutation.isPending}
              variant={isOthers ? 'default' : 'filled'}
              onClick={() => mutation.mutate({ kind: 'take', isForced: isOthers })}
            >
              {t(isOthers ? 'alerts:card.takeOver' : 'alerts:card.take')}
            </Button>
          )}
          {alert.verificato_il === null && (
            <Button
              size="xs"
              variant="default"
              loading={mutation.isPending}
              onClick={() => mutation.mutate({ kind: 'verify' })}
            >
              {t('alerts:card.verify')}
            </Button>
          )}
        </div>
      )}
      <OutcomeForm
        isBusy={mutation.isPending}
        onEnd={(outcome, note) => mutation.mutate({ kind: 'end', outcome, note })}
      />
    </>
  );
}

/** Owner, verification and outcome of an alert, each with its time. */
function AlertState(props: { held: ReceivedAlert }): ReactElement {
  const { alert } = props.held;
  const t = useT();
  const time = (instant: string | null): string => (instant === null ? '' : formatTime(instant));
  return (
    <div className={styles.standing}>
      {alert.sollecitato_il !== null && alert.in_carico_a === '' && (
        <Notice tone="wa">{t('alerts:card.escalated', { at: time(alert.sollecitato_il) })}</Notice>
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

const isOutcome = (value: string | null): value is AlertOutcome => ALERT_OUTCOMES.some((one) => one === value);

function OutcomeForm(props: { isBusy: boolean; onEnd: (outcome: AlertOutcome, note: string) => void }): ReactElement {
  const t = useT();
  const [outcome, setOutcome] = useState<AlertOutcome | null>(null);
  const [note, setNote] = useState('');
  return (
    <div className={styles.outcome}>
      <Select
        size="xs"
        label={t('alerts:card.end')}
        value={outcome}
        onChange={(value) => setOutcome(isOutcome(value) ? value : null)}
        data={ALERT_OUTCOMES.map((value) => ({ value, label: t(`alerts:outcome.${value}`) }))}
      />
      <TextInput
        size="xs"
        label={t('alerts:card.endNote')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button
        size="xs"
        disabled={outcome === null}
        loading={props.isBusy}
        onClick={() => {
          if (outcome !== null) props.onEnd(outcome, note.trim());
        }}
      >
        {t('alerts:card.endSave')}
      </Button>
    </div>
  );
}
