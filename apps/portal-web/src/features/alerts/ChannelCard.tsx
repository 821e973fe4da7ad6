import { Button } from '@mantine/core';
import type { ChannelState } from '@varco/contract/plant/alert-channels.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';

/** State of one channel: off, on, or failing since when and why. */
export function ChannelCard({ state, onConfigure }: { state: ChannelState; onConfigure: () => void }): ReactElement {
  const t = useT();
  const name = t(`channels:kind.${state.tipo}`);
  const chip = !state.attivo ? (
    <StatusChip tone="nt" icon="close" variant="tint" word={t('channels:state.off')} />
  ) : state.in_errore_dal === null ? (
    <StatusChip tone="ok" icon="check" variant="tint" word={t('channels:state.on')} />
  ) : (
    <StatusChip tone="al" icon="warning" variant="tint" word={t('channels:state.failing')} />
  );
  return (
    <Panel title={name} aside={chip} padding="text">
      {state.in_errore_dal !== null && (
        <p>{t('channels:state.since', { at: formatDateTime(state.in_errore_dal), text: state.ultimo_errore })}</p>
      )}
      <p className={styles.quiet}>{t('channels:state.waiting', { count: state.in_attesa })}</p>
      {state.non_consegnati > 0 && <p>{t('channels:state.undelivered', { count: state.non_consegnati })}</p>}
      {state.ultimo_invio !== null && (
        <p className={styles.quiet}>{t('channels:state.lastSent', { at: formatDateTime(state.ultimo_invio) })}</p>
      )}
      <Button
        mt={8}
        size="xs"
        variant="default"
        onClick={onConfigure}
        aria-label={`${t('channels:configure')}: ${name}`}
      >
        {t('channels:configure')}
      </Button>
    </Panel>
  );
}
