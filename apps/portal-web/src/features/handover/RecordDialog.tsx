import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatCallError } from '../../lib/notices/error-text.ts';
import type { PlantFault } from '../../lib/plants/plant-faults.ts';
import { handoverQuery, signOnPlants } from './handover.api.ts';
import { type HandoverBatch, listAbsentPlants, listSignable } from './handover-parts.ts';
import { HandoverPrint } from './HandoverPrint.tsx';
import styles from './Handover.module.css';
import { RecordPart } from './RecordPart.tsx';

/** A hand-over as it was made, plant by plant, with its signatures; whoever may sign does so here. */
export function RecordDialog(props: {
  batch: HandoverBatch;
  nameOf: (peerId: number) => string;
  onSigned: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { batch, nameOf, onClose } = props;
  const [isPrinting, setPrinting] = useState(false);
  const records = useQueries({ queries: batch.parts.map(({ peerId, summary }) => handoverQuery(peerId, summary.id)) });
  const read = batch.parts.flatMap(({ peerId }, at) => {
    const record = records[at]?.data;
    return record === undefined ? [] : [{ peerId, record }];
  });
  const faults = batch.parts.flatMap(({ peerId }, at): readonly PlantFault[] => {
    const error = records[at]?.error ?? null;
    return error === null ? [] : [{ peerId, error }];
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1080px, 96vw)"
      title={t('handover:record.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.record}>
        <RecordFacts batch={batch} nameOf={nameOf} />
        <FaultNotice faults={faults} nameOf={nameOf} />
        {records.some(({ isPending }) => isPending) && <WaitingLine>{t('common:loading')}</WaitingLine>}
        {read.map(({ peerId, record }) => (
          <RecordPart key={peerId} plant={nameOf(peerId)} peerId={peerId} record={record} />
        ))}
        <RecordActions {...props} onPrint={() => setPrinting(true)} isRead={read.length === batch.parts.length} />
      </div>
      {isPrinting && <HandoverPrint batch={batch} read={read} nameOf={nameOf} onDone={() => setPrinting(false)} />}
    </Modal>
  );
}

/** Who, when, the general note, and the plants that are not in it or cannot be read now. */
function RecordFacts({ batch, nameOf }: { batch: HandoverBatch; nameOf: (peerId: number) => string }): ReactElement {
  const t = useT();
  const { first } = batch;
  const absent = listAbsentPlants(batch, nameOf);
  return (
    <>
      <KeyValueList
        items={[
          { key: 'from', label: t('handover:record.from'), value: first.da },
          { key: 'to', label: t('handover:record.to'), value: first.a === '' ? t('handover:nextShift') : first.a },
          { key: 'made', label: t('handover:record.made'), value: formatDateMinute(first.il) },
          {
            key: 'note',
            label: t('handover:record.note'),
            value: <p className={styles.general}>{first.nota === '' ? t('handover:record.noNote') : first.nota}</p>,
          },
          ...(first.mancanti.length === 0
            ? []
            : [{ key: 'missing', label: t('handover:record.missing'), value: first.mancanti.join(', ') }]),
        ]}
      />
      {absent.length > 0 && <Notice tone="wa">{t('handover:record.absent', { plants: absent.join(', ') })}</Notice>}
    </>
  );
}

function FaultNotice(props: {
  faults: readonly PlantFault[];
  nameOf: (peerId: number) => string;
}): ReactElement | null {
  const t = useT();
  if (props.faults.length === 0) return null;
  return (
    <Notice tone="al" isUrgent>
      {props.faults.map(({ peerId, error }) => (
        <span key={peerId} className={styles.second}>
          {t('handover:record.unreadable', { plant: props.nameOf(peerId), cause: formatCallError(error, t) })}
        </span>
      ))}
    </Notice>
  );
}

/** Signs on every plant that waits for this person; what failed is said plant by plant and can be repeated. */
function RecordActions(props: {
  batch: HandoverBatch;
  nameOf: (peerId: number) => string;
  isRead: boolean;
  onPrint: () => void;
  onSigned: () => void;
}): ReactElement {
  const t = useT();
  const { batch, nameOf, isRead, onPrint, onSigned } = props;
  const signable = listSignable(batch);
  const [faults, setFaults] = useState<readonly PlantFault[]>([]);
  const sign = useMutation({
    mutationFn: async () => setFaults(await signOnPlants(signable)),
    onSettled: onSigned,
  });
  return (
    <>
      <FaultNotice faults={faults} nameOf={nameOf} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" leftSection={<Icon name="print" />} onClick={onPrint}>
          {t('handover:record.print')}
        </Button>
        {signable.length > 0 && (
          <Button loading={sign.isPending} disabled={!isRead} onClick={() => sign.mutate()}>
            {t(faults.length > 0 ? 'handover:record.signMissing' : 'handover:record.sign')}
          </Button>
        )}
      </Group>
    </>
  );
}
