import { Button, TextInput } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { type ReactElement, type Ref, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';

/** Records who is sent. Before the comparison it says what is missing instead. */
export function PatrolForm(props: {
  isVerified: boolean;
  fieldRef: Ref<HTMLInputElement>;
  onSend: (patrol: string) => void;
}): ReactElement {
  const { isVerified, fieldRef, onSend } = props;
  const t = useT();
  const [patrol, setPatrol] = useState('');
  const name = patrol.trim();
  if (!isVerified) return <p className={styles.quiet}>{t('alerts:card.sendLater')}</p>;
  return (
    <form
      className={cx(styles.outcome, styles.dispatch)}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onSend(name);
      }}
    >
      <TextInput
        ref={fieldRef}
        size="xs"
        label={t('alerts:card.patrol')}
        maxLength={80}
        value={patrol}
        onChange={(event) => setPatrol(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" variant="default" disabled={name === ''}>
        {t('alerts:card.send')}
      </Button>
    </form>
  );
}
