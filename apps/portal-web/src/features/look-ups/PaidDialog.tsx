import { Button } from '@mantine/core';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantName } from './use-plant-name.ts';
import { type LookUpController, type PaidConfirmation, useLookUps } from './look-up-controller.ts';
import { requestKey } from './look-up-keys.ts';

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
    <FormDialog
      title={t('lookUps:confirm.title')}
      size="small"
      labels={{
        submit: t(asking.found == null ? 'lookUps:confirm.pay' : 'lookUps:confirm.renew'),
        cancel: t('lookUps:confirm.cancel'),
        close: t('common:close'),
      }}
      description={t('lookUps:confirm.what', what)}
      aside={
        asking.found == null ? undefined : (
          <Button variant="default" onClick={() => onChoice('stored')}>
            {t('lookUps:confirm.view')}
          </Button>
        )
      }
      canSubmit={asking.found !== undefined}
      onSubmit={() => onChoice('paid')}
      onClose={() => onChoice('no')}
    >
      {asking.found === undefined ? (
        <WaitingLine>{t('lookUps:confirm.checking')}</WaitingLine>
      ) : (
        <p role="status">
          {asking.found === null
            ? t('lookUps:confirm.none')
            : t('lookUps:confirm.found', { at: formatDateMinute(asking.found.data), user: asking.found.utente })}
        </p>
      )}
    </FormDialog>
  );
}
