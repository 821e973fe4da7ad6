import type { Transit } from '@varco/contract/plant/transit.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { BrandLogo } from '../../../widgets/vehicle/BrandLogo.tsx';
import { ColourSwatch } from '../../../widgets/vehicle/ColourSwatch.tsx';
import { isVehicleClassKnown, VehicleClassIcon } from '../../../widgets/vehicle/VehicleClassIcon.tsx';
import type { ColumnContext, Columns } from './column-context.ts';
import styles from './columns.module.css';
import { LimitedBadge } from './LimitedBadge.tsx';
import { Thumbnail } from './Thumbnail.tsx';

/** Brand and model as one text; empty when the plant knows neither. */
export const formatVehicleName = ({ marca, modello }: Pick<Transit, 'marca' | 'modello'>): string =>
  [marca, modello].filter((part) => part !== '').join(' ');

/** Make and model; the kind of vehicle where the plant knows neither; a dash where it knows nothing. */
function SeenVehicle({ transit }: { transit: Transit }): ReactElement {
  const name = formatVehicleName(transit);
  if (name === '' && isVehicleClassKnown(transit.class)) return <VehicleClassIcon code={transit.class} isNamed />;
  return (
    <>
      <BrandLogo brand={transit.marca} />
      <span>{name === '' ? '—' : name}</span>
    </>
  );
}

/** Columns for the vehicle, where it was seen, and its picture. */
export function buildPlaceColumns({ t, plantOf }: ColumnContext): Columns {
  return [
    {
      id: 'vehicle',
      header: t('transits:column.vehicle'),
      name: t('transits:column.vehicle'),
      canWrap: true,
      cell: ({ transit }) => (
        <span className={styles.vehicle} title={formatVehicleName(transit)}>
          <ColourSwatch code={transit.colore} />
          <SeenVehicle transit={transit} />
        </span>
      ),
    },
    {
      id: 'class',
      priority: 9,
      header: t('transits:column.type'),
      name: t('transits:column.typeFull'),
      align: 'center',
      cell: ({ transit }) => <VehicleClassIcon code={transit.class} />,
    },
    {
      id: 'gate',
      header: t('transits:column.plant'),
      name: t('transits:column.plant'),
      canWrap: true,
      cell: ({ transit, peerId }) => (
        <span className={styles.place}>
          <span title={`${plantOf(peerId).label} · ${transit.varco}`}>
            <span className={styles.code}>{plantOf(peerId).code}</span> {transit.varco}
          </span>{' '}
          <DirectionMark t={t} transit={transit} />
          <LimitedBadge minutes={transit.t_max} />
        </span>
      ),
    },
    {
      id: 'image',
      header: t('transits:column.image'),
      name: t('transits:column.imageFull'),
      align: 'center',
      cell: (row) => <Thumbnail row={row} />,
    },
  ];
}

const DIRECTIONS = { 1: 'd1', 2: 'd2', 3: 'd3', 4: 'd4' } as const;

/** Direction of the passage at its gate; nothing where the plant does not know it or the name of the gate says it. */
function DirectionMark(props: { t: Translate; transit: Transit }): ReactElement | null {
  const { t, transit } = props;
  const { direction } = transit;
  const id = direction === 1 || direction === 2 || direction === 3 || direction === 4 ? DIRECTIONS[direction] : null;
  if (id === null || transit.varco.toLowerCase().includes(t(`transits:directionShort.${id}`))) return null;
  return (
    <span className={styles.direction} title={t(`transits:direction.${id}`)}>
      {t(`transits:directionShort.${id}`)}
    </span>
  );
}

/** Column with the button that opens the row menu. */
export const buildMenuColumn = ({ t }: ColumnContext): Columns => [
  {
    id: 'actions',
    header: '',
    name: t('transits:column.actions'),
    align: 'end',
    pinned: 'end',
    isFixed: true,
    width: 34,
    cell: (_row, context) => (
      <span data-row-menu-place="">
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
