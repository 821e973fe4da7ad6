import { HazardLabel } from '../../../widgets/adr/HazardLabel.tsx';
import { KemlerPanel } from '../../../widgets/adr/KemlerPanel.tsx';
import type { ColumnContext, Columns } from './column-context.ts';
import styles from './columns.module.css';

/** Columns for the goods of a vehicle (T 2.4, ADR mode): label, class, Kemler code, panel. */
export function buildGoodsColumns({ t }: ColumnContext): Columns {
  return [
    {
      id: 'hazard',
      priority: 1,
      header: t('transits:column.adr'),
      name: t('transits:column.adrFull'),
      cell: ({ transit }) => <HazardLabel code={transit.adr_class} size={40} />,
    },
    {
      id: 'hazardClass',
      priority: 3,
      header: t('transits:column.class'),
      name: t('transits:column.classFull'),
      cell: ({ transit }) => <b>{transit.adr_class === '' ? '—' : transit.adr_class}</b>,
    },
    {
      id: 'kemler',
      priority: 4,
      header: t('transits:column.kemler'),
      name: t('transits:column.kemlerFull'),
      cell: ({ transit }) => <b className={styles.kemler}>{transit.adr_kemler === '' ? '—' : transit.adr_kemler}</b>,
    },
    {
      id: 'panel',
      header: t('transits:column.panel'),
      name: t('transits:column.panelFull'),
      cell: ({ transit }) => (
        <span className={styles.goods}>
          <KemlerPanel kemler={transit.adr_kemler} un={transit.adr_un_no} size="md" />
        </span>
      ),
    },
  ];
}
