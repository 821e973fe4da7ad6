import { formatDate, formatDayMonth, formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { AlertValue } from '../../widgets/alert/AlertValue.tsx';
import { KemlerPanel } from '../../widgets/adr/KemlerPanel.tsx';
import { NoGpsBadge } from '../../widgets/plate/NoGpsBadge.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { ColourSwatch } from '../../widgets/vehicle/ColourSwatch.tsx';
import { isListed } from './listed.ts';
import { recencyOf } from './recency.ts';
import type { ListRow } from './search-view.ts';
import styles from './transit-columns.module.css';

/** What the cells need to know of the plant a row comes from. */
export interface PlantFacts {
  readonly label: string;
  readonly code: string;
  readonly retentionDays: number;
}

type Columns = readonly Column<ListRow>[];

interface ColumnContext {
  readonly t: Translate;
  readonly plantOf: (peerId: number) => PlantFacts;
  readonly now: string;
}

/** Columns of the plate view (T 2.4). `now`: the instant recurrence texts refer to. */
export function transitColumns(t: Translate, plantOf: (peerId: number) => PlantFacts, now: string): Columns {
  const context: ColumnContext = { t, plantOf, now };
  return [...identity(context), ...recurrence(context), ...checks(context), ...place(context), ...actions(context)];
}

function identity({ t }: ColumnContext): Columns {
  return [
    {
      id: 'row',
      header: t('transits:column.row'),
      name: t('transits:column.row'),
      align: 'end',
      width: 38,
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
      isFixed: true,
      cell: (row) => <PlateCell row={row} t={t} />,
    },
  ];
}

function recurrence({ t, plantOf, now }: ColumnContext): Columns {
  return [
    {
      id: 'passages',
      header: t('transits:column.passages'),
      name: t('transits:column.passagesFull'),
      align: 'end',
      sortField: 'count_transits',
      cell: ({ transit }) => (transit.redacted ? '—' : transit.count_transits),
    },
    {
      id: 'window',
      header: t('transits:column.window'),
      name: t('transits:column.windowFull'),
      align: 'end',
      sortField: 'g_transits',
      cell: ({ transit }) => <span className={styles.quiet}>{transit.redacted ? '—' : transit.g_transits}</span>,
    },
    {
      id: 'last',
      header: t('transits:column.days'),
      name: t('transits:column.daysFull'),
      align: 'end',
      sortField: 'g_transit_days',
      cell: ({ transit, peerId }) => (
        <span className={styles.quiet}>
          {recencyText(t, transit.last_seen ?? transit.data, now, plantOf(peerId).retentionDays)}
        </span>
      ),
    },
  ];
}

function checks({ t }: ColumnContext): Columns {
  return [
    {
      id: 'insured',
      header: t('transits:column.insured'),
      name: t('transits:column.insuredFull'),
      cell: ({ transit }) => <AlertValue field="assicurata" value={transit.assicurata} />,
    },
    {
      id: 'inspected',
      header: t('transits:column.inspected'),
      name: t('transits:column.inspectedFull'),
      cell: ({ transit }) => <AlertValue field="revisionata" value={transit.revisionata} />,
    },
    {
      id: 'stolen',
      header: t('transits:column.stolen'),
      name: t('transits:column.stolenFull'),
      cell: ({ transit }) => <AlertValue field="rubata" value={transit.rubata} />,
    },
    {
      id: 'registry',
      header: t('transits:column.registry'),
      name: t('transits:column.registryFull'),
      cell: ({ transit }) => <RegistryCell row={transit} />,
    },
  ];
}

function place({ t, plantOf }: ColumnContext): Columns {
  return [
    {
      id: 'vehicle',
      header: t('transits:column.vehicle'),
      name: t('transits:column.vehicle'),
      cell: ({ transit }) => <VehicleCell row={transit} />,
    },
    {
      id: 'gate',
      header: t('transits:column.plant'),
      name: t('transits:column.plant'),
      cell: ({ transit, peerId }) => (
        <span className={styles.gate} title={`${plantOf(peerId).label} · ${transit.varco}`}>
          <span className={styles.code}>{plantOf(peerId).code}</span> {transit.varco}
        </span>
      ),
    },
  ];
}

function actions({ t }: ColumnContext): Columns {
  return [
    {
      id: 'actions',
      header: '',
      name: t('transits:column.actions'),
      align: 'end',
      pinned: 'end',
      isFixed: true,
      width: 64,
      cell: ({ transit }, context) => (
        <span className={styles.actions}>
          {transit.has_image && (
            <Icon name={transit.redacted ? 'eyeOff' : 'image'} size="sm" className={styles.quiet} />
          )}
          <IconButton
            icon="dots"
            size="sm"
            name={t('transits:list.rowMenu')}
            tabIndex={context.tabIndex}
            onClick={(event) => context.openMenu(event.currentTarget)}
          />
        </span>
      ),
    },
  ];
}

/** T 4.2 recurrence text of an instant. */
export function recencyText(t: Translate, at: string, now: string, retentionDays: number): string {
  const recency = recencyOf(at, now, retentionDays);
  if (recency.kind === 'today') return t('transits:recency.today');
  return recency.kind === 'before'
    ? t('transits:recency.before')
    : t('transits:recency.daysAgo', { days: recency.days });
}

function PlateCell({ row, t }: { row: ListRow; t: Translate }) {
  const { transit } = row;
  const match = transit.match;
  const why = [
    match?.corrected === true ? t('transits:match.corrected', { read: transit.targa }) : '',
    match?.kind === 'misread' ? t('transits:match.misread') : '',
    match?.kind === 'variation' ? t('transits:match.variation', { count: match.errors }) : '',
  ]
    .filter((reason) => reason !== '')
    .join('; ');
  return (
    <span className={styles.plate}>
      <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} />
      {transit.is_adr && <KemlerPanel kemler={transit.adr_kemler} un={transit.adr_un_no} />}
      {(transit.gps_lat === null || transit.gps_lon === null) && <NoGpsBadge />}
      {why !== '' && (
        <span className={styles.match} title={why}>
          ≈<span className={styles.spoken}>{why}</span>
        </span>
      )}
    </span>
  );
}

function RegistryCell({ row }: { row: ListRow['transit'] }) {
  return isListed(row) ? (
    <AlertValue field="allarme" value={row.allarme} />
  ) : (
    <AlertValue field="sives" value={row.sives} />
  );
}

function VehicleCell({ row }: { row: ListRow['transit'] }) {
  const name = [row.marca, row.modello].filter((part) => part !== '').join(' ');
  return (
    <span className={styles.vehicle}>
      <ColourSwatch code={row.colore} />
      {name === '' ? '—' : name}
    </span>
  );
}
