import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { toRomeDay } from '../../lib/rome-days.ts';
import { usePlantName } from './use-plant-name.ts';
import { type LookUpController, type PaidConfirmation, useLookUps } from './look-up-controller.ts';
import { formatEuros, requestKey } from './look-up-keys.ts';
import { getMonthFilter, lookUpCostsQuery } from './look-ups.api.ts';

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
      <PriceFacts peerId={peerId} request={question.tipo_richiesta} />
    </FormDialog>
  );
}

/** Price, payer, and what the user spent this month, before anything is charged (design 13). */
function PriceFacts(props: { peerId: number; request: number }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { data, isPending } = useQuery(lookUpCostsQuery(props.peerId, getMonthFilter(toRomeDay(now()))));
  if (isPending) return <WaitingLine>{t('lookUps:confirm.reading')}</WaitingLine>;
  if (data === undefined) return <Notice tone="wa">{t('lookUps:confirm.noPrice')}</Notice>;
  const last = data.ultimi_addebiti.find(({ tipo_richiesta: request }) => request === props.request);
  const spent = data.mesi.reduce((sum, { centesimi }) => sum + centesimi, 0);
  return (
    <KeyValueList
      labelWidth={120}
      items={[
        {
          key: 'price',
          label: t('lookUps:confirm.price'),
          value:
            last === undefined
              ? t('lookUps:confirm.unknownPrice')
              : t('lookUps:confirm.lastPrice', {
                  cost: formatEuros(last.centesimi, language),
                  day: formatDate(last.data),
                }),
        },
        { key: 'payer', label: t('lookUps:confirm.payer'), value: data.paga },
        { key: 'month', label: t('lookUps:confirm.month'), value: formatEuros(spent, language) },
      ]}
    />
  );
}
