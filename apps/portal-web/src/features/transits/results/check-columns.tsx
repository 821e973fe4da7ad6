import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { isOnList } from './list-status.ts';
import type { ListRow } from '../search/search-view.ts';
import type { ColumnContext, Columns } from './column-context.ts';
import styles from './columns.module.css';
import { formatEuroClass } from './euro.ts';

/** Columns for the checks of the vehicle (T 2.4), its EURO class and its owner. */
export function buildCheckColumns({ t }: ColumnContext): Columns {
  return [
    {
      id: 'insured',
      priority: 3,
      header: t('transits:column.insured'),
      name: t('transits:column.insuredFull'),
      cell: ({ transit }) => <AlertValue field="assicurata" value={transit.assicurata} />,
    },
    {
      id: 'inspected',
      priority: 4,
      header: t('transits:column.inspected'),
      name: t('transits:column.inspectedFull'),
      cell: ({ transit }) => <AlertValue field="revisionata" value={transit.revisionata} />,
    },
    {
      id: 'stolen',
      priority: 1,
      header: t('transits:column.stolen'),
      name: t('transits:column.stolenFull'),
      cell: ({ transit }) => <AlertValue field="rubata" value={transit.rubata} />,
    },
    {
      id: 'registry',
      priority: 2,
      header: t('transits:column.registry'),
      name: t('transits:column.registryFull'),
      cell: ({ transit }) => <RegistryCell row={transit} />,
    },
    {
      id: 'euro',
      priority: 11,
      header: t('transits:column.euro'),
      name: t('transits:column.euroFull'),
      align: 'center',
      cell: ({ transit }) => <span title={t('transits:column.euroFull')}>{formatEuroClass(transit.euro) ?? '—'}</span>,
    },
    {
      id: 'holder',
      priority: 12,
      header: t('transits:column.holder'),
      name: t('transits:column.holderFull'),
      // The owner comes only from an explicit look-up, never from the list itself.
      cell: () => (
        <span className={styles.quiet} title={t('transits:column.holderNone')}>
          —<span className="visually-hidden"> {t('transits:column.holderNone')}</span>
        </span>
      ),
    },
  ];
}

function RegistryCell({ row }: { row: ListRow['transit'] }) {
  return isOnList(row) ? (
    <AlertValue field="allarme" value={row.allarme} />
  ) : (
    <AlertValue field="sives" value={row.sives} />
  );
}
