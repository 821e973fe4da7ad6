import { Button, Checkbox } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './RecoveryKeyPanel.module.css';

/**
 * Shows the recovery key once, to be printed or written down. Continues only when the user confirms having stored it.
 */
export function RecoveryKeyPanel(props: { recoveryKey: string; onKept: () => void }): ReactElement {
  const t = useT();
  const [isStored, setStored] = useState(false);
  return (
    <section className={styles.panel} aria-labelledby="recovery-key-title">
      <h1 id="recovery-key-title" className={styles.title}>
        {t('account:recoveryKey.title')}
      </h1>
      <p className={styles.text}>{t('account:recoveryKey.text')}</p>
      <p className={styles.key} data-testid="recovery-key">
        {props.recoveryKey}
      </p>
      <div className={styles.screenOnly}>
        <Button variant="default" leftSection={<Icon name="print" />} onClick={() => print()}>
          {t('account:recoveryKey.print')}
        </Button>
      </div>
      <Notice tone="wa">{t('account:recoveryKey.once')}</Notice>
      <Checkbox
        className={styles.screenOnly ?? ''}
        label={t('account:recoveryKey.kept')}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button className={styles.screenOnly ?? ''} size="lg" disabled={!isStored} onClick={props.onKept}>
        {t('account:recoveryKey.goOn')}
      </Button>
    </section>
  );
}
