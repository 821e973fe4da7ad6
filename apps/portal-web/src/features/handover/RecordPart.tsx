import type { Handover } from '@varco/contract/plant/handovers.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { toMilliseconds } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatPartState, formatPassedAlerts } from './format-part.ts';
import styles from './Handover.module.css';
import { getItemKey, type PlantItem, sortItems } from './handover-parts.ts';
import { EarlierNote, ItemCells } from './ItemCells.tsx';

/** What one plant recorded: its items as they were, its signature, and what the signature did. */
export function RecordPart(props: { plant: string; peerId: number; record: Handover }): ReactElement {
  const t = useT();
  const { plant, peerId, record } = props;
  const title = t('handover:record.items', { plant });
  const items = sortItems(record.voci.map((item): PlantItem => ({ peerId, item })));
  const remarks = [
    ...(record.nascoste > 0 ? [t('handover:record.hidden', { count: record.nascoste })] : []),
    ...(record.oltre ? [t('handover:record.cut')] : []),
  ];
  return (
    <section aria-label={title}>
      <h3 className={styles.plant}>{title}</h3>
      <SimpleTable
        label={title}
        density="dense"
        onNarrow="stack"
        columns={(['what', 'where', 'since', 'owner', 'note'] as const).map((key) => ({
          key,
          title: t(`handover:columns.${key}`),
        }))}
        empty={items.length === 0 && <p className={styles.none}>{t('handover:record.none')}</p>}
      >
        {items.map((of) => (
          <TableRow key={getItemKey(of)}>
            <ItemCells of={of} plant={plant} nowMs={toMilliseconds(record.il)} />
            <td className={styles.note}>
              {of.item.nota}
              <EarlierNote of={of} />
            </td>
          </TableRow>
        ))}
      </SimpleTable>
      {remarks.map((text) => (
        <Remark key={text} tone="wa">
          {text}
        </Remark>
      ))}
      <Remark tone={record.chiusura?.come === 'signed' ? 'ok' : 'nt'}>
        {[formatPartState(record, t), ...formatPassedAlerts(record, t)].join(' · ')}
      </Remark>
      {record.chiusura !== null && record.chiusura.impronta !== '' && (
        <span className={styles.second}>
          <span className={styles.hash}>{t('handover:fingerprint', { hash: record.chiusura.impronta })}</span>
        </span>
      )}
    </section>
  );
}
