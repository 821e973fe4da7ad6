import { formatDate, formatDayMonth, formatTime } from '@varco/i18n/format.ts';
import { NationFlag } from '../../../widgets/vehicle/NationFlag.tsx';
import type { ColumnContext, Columns } from './column-context.ts';
import styles from './columns.module.css';
import { hasRecurrence } from './has-recurrence.ts';
import { PlateCell } from './PlateCell.tsx';
import { formatRecency } from './recency.ts';

/** Columns for number, time and plate. `showsPanel`: draws the orange panel beside the plate instead of in its own columns. */
export function buildIdentityColumns({ t }: ColumnContext, showsPanel: boolean): Columns {
  return [
    {
      id: 'row',
      header: t('transits:column.row'),
      name: t('transits:column.rowFull'),
      align: 'end',
      width: 34,
      isFixed: true,
      cell: (row) => row.number,
    },
    {
      id: 'date',
      header: t('transits:column.date'),
      name: t('transits:column.date'),
      sortField: 'data',
      isFixed: true,
      cell: ({ transit }) => (
        <span title={`${formatDate(transit.data)} ${formatTime(transit.data)} Europe/Rome`}>
          <span className={styles.day}>{formatDayMonth(transit.data)}</span> <b>{formatTime(transit.data)}</b>
        </span>
      ),
    },
    {
      id: 'plate',
      header: t('transits:column.plate'),
      name: t('transits:column.plate'),
      pinned: 'start',
      isFixed: true,
      cell: (row) => <PlateCell row={row} showsPanel={showsPanel} />,
    },
  ];
}

/** Columns for the nation's flag, province and city of the plate (UIE-03). */
export const buildNationColumns = ({ t }: ColumnContext): Columns => [
  {
    id: 'nation',
    priority: 7,
    header: t('transits:column.nation'),
    name: t('transits:column.nationFull'),
    cell: ({ transit }) => (
      <span className={styles.nation} title={transit.comune}>
        <NationFlag
          nation={transit.nazione === '' ? null : transit.nazione}
          city={transit.comune}
          province={transit.provincia}
        />
      </span>
    ),
  },
];

/** Columns for the number of passages of the plate (readings TA27) and the last one (T 4.2). */
export function buildRecurrenceColumns({ t, plantOf, now }: ColumnContext): Columns {
  return [
    {
      id: 'passages',
      priority: 5,
      header: t('transits:column.passages'),
      name: t('transits:column.passagesFull'),
      align: 'end',
      sortField: 'count_transits',
      cell: ({ transit }) => (hasRecurrence(transit) ? transit.count_transits : '—'),
    },
    {
      id: 'window',
      priority: 8,
      header: t('transits:column.window'),
      name: t('transits:column.windowFull'),
      align: 'end',
      sortField: 'g_transits',
      cell: ({ transit }) => <span className={styles.quiet}>{hasRecurrence(transit) ? transit.g_transits : '—'}</span>,
    },
    {
      id: 'days',
      priority: 10,
      header: t('transits:column.days'),
      name: t('transits:column.daysFull'),
      align: 'end',
      sortField: 'g_transit_days',
      cell: ({ transit }) => (
        <span className={styles.quiet}>{hasRecurrence(transit) ? transit.g_transit_days : '—'}</span>
      ),
    },
    {
      id: 'last',
      priority: 6,
      header: t('transits:column.last'),
      name: t('transits:column.lastFull'),
      align: 'end',
      cell: ({ transit, peerId }) => (
        <span className={styles.quiet}>
          {transit.targa === ''
            ? '—'
            : formatRecency(t, transit.last_seen ?? transit.data, now, plantOf(peerId).retentionDays)}
        </span>
      ),
    },
  ];
}
