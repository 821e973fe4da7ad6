import { Button, Group, Modal } from '@mantine/core';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantName } from './use-plant-name.ts';
import { type LookUpController, type PaidConfirmation, useLookUps } from './look-up-controller.ts';
import { requestKey } from './look-up-keys.ts';
import styles from './LookUps.module.css';

/** T 4.5: confirms a paid look-up, naming subject and plant; first checks whether a stored response exists. */
export function PaidDialog(props: { controller: LookUpController }): ReactElement | null {
  const asking = useLookUps(props.controller, (state) => state.confirming);
  return asking === null ? null : <PaymentConfirmation asking={asking} onChoice={props.controller.confirm} />;
}

function PaymentConfirmation(props: { asking: PaidConfirmation; onChoice: LookUpController['confirm'] }): ReactElement {
  const t = useT();
  const { asking, onChoice } = props;
  const { request: question, peerId } = asking.request;
  const plant = usePlantName(peerId);
  const what = { request: t(requestKey(question.tipo_richiesta)), key: question.campo_ricerca, plant };
  return (
    <Modal
      opened
      onClose={() => onChoice('no')}
      title={t('lookUps:confirm.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={styles.what}>{t('lookUps:confirm.what', what)}</p>
      <p role="status">
        {asking.found === undefined ? (
          <>
            <Icon name="arc" isSpinning /> {t('lookUps:confirm.checking')}
          </>
        ) : asking.found === null ? (
          t('lookUps:confirm.none')
        ) : (
          t('lookUps:confirm.found', { at: formatDateMinute(asking.found.data), user: asking.found.utente })
        )}
      </p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => onChoice('no')}>
          {t('lookUps:confirm.cancel')}
        </Button>
        {asking.found != null && (
          <Button variant="default" onClick={() => onChoice('stored')}>
            {t('lookUps:confirm.view')}
          </Button>
        )}
        {asking.found !== undefined && (
          <Button onClick={() => onChoice('paid')}>
            {t(asking.found === null ? 'lookUps:confirm.pay' : 'lookUps:confirm.renew')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
