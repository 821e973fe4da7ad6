import { CountBadge } from '@varco/ui/CountBadge.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { HazardLabel } from '../../../widgets/adr/HazardLabel.tsx';
import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { BrandLogo } from '../../../widgets/vehicle/BrandLogo.tsx';
import { isVehicleClassKnown, VehicleClassIcon } from '../../../widgets/vehicle/VehicleClassIcon.tsx';
import { hasRecurrence } from './has-recurrence.ts';
import { isOnList } from './list-status.ts';
import type { CardProps } from './card-props.ts';
import { CardPicture } from './CardPicture.tsx';
import { CardDay, CardTime } from './CardTime.tsx';
import styles from './cards.module.css';
import { LimitedBadge } from './LimitedBadge.tsx';
import { formatVehicleName } from './place-columns.tsx';
import { PlateCell } from './PlateCell.tsx';

/** T 2.5: plate, time, plant, gate, four boxes, the picture 256 px high and the badge of brand and model. */
export function TransitCard(props: CardProps): ReactElement {
  const t = useT();
  const { row, plant, context } = props;
  const { transit } = row;
  return (
    <div className={styles.tall}>
      <CardPicture row={row} height={256}>
        <PictureBadges row={row} />
      </CardPicture>
      <div className={styles.body}>
        <div className={styles.first}>
          <PlateCell row={row} showsPanel size="card" />
          <CardTime at={transit.data} />
        </div>
        <div className={styles.where} title={`${plant.label} · ${transit.varco}`}>
          <CardDay at={transit.data} />
          <span className={styles.cut}>
            {plant.label} · {transit.varco}
          </span>
          <LimitedBadge minutes={transit.t_max} />
          <IconButton
            icon="dots"
            size="sm"
            name={t('transits:list.rowMenu')}
            tabIndex={context.tabIndex}
            onClick={(event) => context.openMenu(event.currentTarget)}
          />
        </div>
        <dl className={styles.boxes}>
          <CardBox name={t('transits:card.insured')} field="assicurata" value={transit.assicurata} />
          <CardBox name={t('transits:card.inspected')} field="revisionata" value={transit.revisionata} />
          <CardBox name={t('transits:card.stolen')} field="rubata" value={transit.rubata} />
          <CardBox name={t('transits:card.listed')} field="allarme" value={transit.allarme} />
        </dl>
      </div>
    </div>
  );
}

/** Badges over the picture: brand and model, number of passages, hazard label, and the most severe alert. */
function PictureBadges({ row: { transit } }: Pick<CardProps, 'row'>): ReactElement {
  const t = useT();
  const name = formatVehicleName(transit);
  const passages = t('transits:card.passages', { count: transit.count_transits });
  return (
    <>
      <span className={styles.brand}>
        {name === '' && isVehicleClassKnown(transit.class) ? (
          <VehicleClassIcon code={transit.class} isNamed />
        ) : (
          <>
            <BrandLogo brand={transit.marca} />
            {name === '' ? t('transits:card.unknownBrand') : name}
          </>
        )}
      </span>
      {hasRecurrence(transit) && (
        <span className={styles.passages} role="img" aria-label={passages} title={passages}>
          <CountBadge count={transit.count_transits} />
        </span>
      )}
      <span className={styles.loud}>
        {transit.rubata === 'si' ? (
          <AlertValue field="rubata" value={transit.rubata} form="full" />
        ) : isOnList(transit) ? (
          <AlertValue field="allarme" value={transit.allarme} form="full" />
        ) : (
          transit.is_adr && <HazardLabel code={transit.adr_class} size={30} />
        )}
      </span>
    </>
  );
}

function CardBox(props: {
  name: string;
  field: 'assicurata' | 'revisionata' | 'rubata' | 'allarme';
  value: string;
}): ReactElement {
  return (
    <div className={styles.box}>
      <dt>{props.name}</dt>
      <dd>
        <AlertValue field={props.field} value={props.value} />
      </dd>
    </div>
  );
}
