import { formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { formatItemKind, formatOpenFor } from './format-item.ts';
import styles from './Handover.module.css';
import type { PlantItem } from './handover-parts.ts';

/** What an item is, where, for how long at `nowMs`, and who has it: the first cells of its row. */
export function ItemCells(props: { of: PlantItem; plant: string; nowMs: number }): ReactElement {
  const t = useT();
  const { of, plant, nowMs } = props;
  const { item } = of;
  return (
    <>
      <th scope="row">
        <span className={styles.what}>
          {item.targa !== '' && <PlateBadge plate={item.targa} nation={item.nazione === '' ? null : item.nazione} />}
          {formatItemKind(item, t)}
        </span>
        {item.inviata !== '' && item.inviata_il !== null && (
          <span className={styles.second}>
            {t('handover:sent', { patrol: item.inviata, time: formatTime(item.inviata_il) })}
          </span>
        )}
      </th>
      <td>
        {item.varco === '' ? plant : item.varco}
        {item.varco !== '' && <span className={styles.second}>{plant}</span>}
      </td>
      <td>
        {formatOpenFor(item.dal, nowMs, t)}
        <span className={styles.second}>
          <Moment at={item.dal} form="minute" />
        </span>
      </td>
      <td>
        {item.in_carico_a === '' ? t('handover:nobody') : item.in_carico_a}
        {item.passa && <span className={styles.second}>{t('handover:passes')}</span>}
        {item.sollecitato_a !== null && (
          <span className={styles.second}>{t(`handover:climbed.${item.sollecitato_a}`)}</span>
        )}
      </td>
    </>
  );
}

/** The note of an earlier shift about the same item. */
export function EarlierNote({ of }: { of: PlantItem }): ReactElement | null {
  const t = useT();
  const before = of.item.nota_prima;
  if (before === null) return null;
  return (
    <span className={styles.second}>
      {t('handover:before', { by: before.di, when: formatDateMinute(before.il), note: before.nota })}
    </span>
  );
}
