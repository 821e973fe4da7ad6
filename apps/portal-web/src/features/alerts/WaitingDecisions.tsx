import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatElapsed } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { getAlertKey, type WaitingDecision } from '../../lib/alerts/alert-decision.ts';
import { closeFeed } from '../../lib/alerts/alerts.store.ts';
import { withdrawDecision } from '../../lib/alerts/decisions.ts';
import { useWaitingDecisions } from '../../lib/alerts/waiting-decisions.store.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { dismiss, notify } from '../../lib/notices/notices.store.ts';
import { findAlertReference, formatDecision } from './format-decision.ts';
import styles from './alerts.module.css';

const NOTICE_DURATION_MS = 8_000;
/** Until then a decision counts as being sent, so that a quick answer shows no warning. */
const SENDING_MS = 3_000;

/** Decisions that wait for the line or were refused: those of one alert (`of`, its key), or all with their plates. */
export function WaitingDecisions(props: { of?: string }): ReactElement | null {
  const { of } = props;
  const t = useT();
  const list = useWaitingDecisions((waiting) => waiting.list);
  const shown = of === undefined ? list : list.filter((one) => getAlertKey(one) === of);
  if (shown.length === 0) return null;
  return (
    <section className={styles.waiting} aria-label={t('alerts:waiting.title')}>
      {shown.map((waiting) =>
        waiting.refusal === null ? (
          <WaitingLine key={waiting.id} waiting={waiting} hasPlate={of === undefined} />
        ) : (
          <RefusedLine key={waiting.id} waiting={waiting} why={waiting.refusal} hasLink={of === undefined} />
        ),
      )}
    </section>
  );
}

function WaitingLine(props: { waiting: WaitingDecision; hasPlate: boolean }): ReactElement {
  const { waiting, hasPlate } = props;
  const t = useT();
  const ageMs = useAgeMs(waiting.decidedAt);
  const what = formatDecision(waiting.decision, t);
  const isSending = waiting.nTries === 0 && ageMs < SENDING_MS;
  const withdraw = async (): Promise<void> => {
    const result = await withdrawDecision(waiting.id);
    if (result === 'busy' || result === 'uncertain')
      notify({ text: t(`alerts:waiting.${result}`), type: 'warning', timeout: NOTICE_DURATION_MS, link: null });
  };
  return (
    <Notice
      tone={isSending ? 'in' : 'wa'}
      icon="hourglass"
      title={hasPlate ? `${waiting.plate} · ${what}` : what}
      actions={
        !isSending && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('alerts:waiting.withdrawName', { what, plate: waiting.plate })}
            onClick={() => void withdraw()}
          >
            {t('alerts:waiting.withdraw')}
          </Button>
        )
      }
    >
      {isSending
        ? t('alerts:waiting.sending')
        : t('alerts:waiting.since', { age: formatElapsed(Math.floor(ageMs / 1000)) })}
    </Notice>
  );
}

function RefusedLine(props: { waiting: WaitingDecision; why: string; hasLink: boolean }): ReactElement {
  const { waiting, why, hasLink } = props;
  const t = useT();
  const navigate = useNavigate();
  const reference = findAlertReference(waiting);
  const open = (): void => {
    closeFeed();
    void navigate({ to: '/alerts', search: reference ?? {} });
  };
  const putAway = (): void => {
    dismiss(`decision-${waiting.id}`);
    void withdrawDecision(waiting.id);
  };
  return (
    <Notice
      tone="al"
      title={waiting.plate}
      actions={
        <span className={styles.buttons}>
          {hasLink && (
            <Button size="xs" onClick={open}>
              {t('alerts:waiting.openAlert')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={putAway}>
            {t('alerts:waiting.dismiss')}
          </Button>
        </span>
      }
    >
      {t('alerts:waiting.refused', { what: formatDecision(waiting.decision, t), why })}
    </Notice>
  );
}

/** Milliseconds since an instant, counted every second. */
function useAgeMs(sinceMs: number): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - sinceMs);
}
