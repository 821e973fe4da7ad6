import { Button, Select, TextInput } from '@mantine/core';
import { ALERT_OUTCOMES, type AlertOutcome } from '@varco/domain/alerts/alert-kinds.ts';
import { cx } from '@varco/ui/cx.ts';
import { type ReactElement, type Ref, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';

const isOutcome = (value: string | null): value is AlertOutcome => ALERT_OUTCOMES.some((one) => one === value);

/** Outcome and note of an alert. A hit is confirmed only after the comparison; Enter in the note saves. */
export function OutcomeForm(props: {
  isVerified: boolean;
  noteRef: Ref<HTMLInputElement>;
  onEnd: (outcome: AlertOutcome, note: string) => void;
}): ReactElement {
  const { isVerified, noteRef, onEnd } = props;
  const t = useT();
  const [outcome, setOutcome] = useState<AlertOutcome | null>(null);
  const [note, setNote] = useState('');
  return (
    <form
      className={cx(styles.outcome, styles.ending)}
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome !== null) onEnd(outcome, note.trim());
      }}
    >
      <Select
        size="xs"
        label={t('alerts:card.end')}
        value={outcome}
        onChange={(value) => setOutcome(isOutcome(value) ? value : null)}
        data={ALERT_OUTCOMES.map((value) => ({
          value,
          label: t(value === 'confirmed' && !isVerified ? 'alerts:card.confirmLater' : `alerts:outcome.${value}`),
          disabled: value === 'confirmed' && !isVerified,
        }))}
      />
      <TextInput
        ref={noteRef}
        size="xs"
        label={t('alerts:card.endNote')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={outcome === null}>
        {t('alerts:card.endSave')}
      </Button>
    </form>
  );
}
