import type { Handover } from '@varco/contract/plant/handovers.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { type HandoverBatch, listAbsentPlants } from './handover-parts.ts';
import { RecordPart } from './RecordPart.tsx';

/** The hand-over on paper, as far as this person may read it, with what is missing. */
export function HandoverPrint(props: {
  batch: HandoverBatch;
  read: readonly { readonly peerId: number; readonly record: Handover }[];
  nameOf: (peerId: number) => string;
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const { batch, read, nameOf, onDone } = props;
  const { first } = batch;
  const absent = listAbsentPlants(batch, nameOf);
  const facts = [
    `${t('handover:record.from')}: ${first.da}`,
    `${t('handover:record.to')}: ${first.a === '' ? t('handover:nextShift') : first.a}`,
    `${t('handover:record.made')}: ${formatDateMinute(first.il)}`,
    `${t('handover:record.note')}: ${first.nota === '' ? t('handover:record.noNote') : first.nota}`,
    ...(first.mancanti.length === 0 ? [] : [`${t('handover:record.missing')}: ${first.mancanti.join(', ')}`]),
    ...(absent.length === 0 ? [] : [t('handover:record.absent', { plants: absent.join(', ') })]),
  ];
  return (
    <PrintSheet
      title={t('handover:record.title')}
      foot={t('handover:record.printed', { time: formatDateMinute(now()) })}
      onDone={onDone}
    >
      {facts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {read.map(({ peerId, record }) => (
        <RecordPart key={peerId} plant={nameOf(peerId)} peerId={peerId} record={record} />
      ))}
    </PrintSheet>
  );
}
