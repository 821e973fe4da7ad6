import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { isOnList } from './list-status.ts';
import type { CardProps } from './card-props.ts';
import { CardPicture } from './CardPicture.tsx';
import { CardDay, CardTime } from './CardTime.tsx';
import styles from './cards.module.css';
import { LimitedBadge } from './LimitedBadge.tsx';
import { PlateCell } from './PlateCell.tsx';

/** Card for phones (mock-up 09): a small picture beside plate, time, gate and check results. */
export function CompactCard(props: CardProps): ReactElement {
  const t = useT();
  const { row, plant, context } = props;
  const { transit } = row;
  return (
    <div className={styles.compact}>
      <div className={styles.side}>
        <CardPicture row={row} height={76} />
      </div>
      <div className={styles.facts}>
        <div className={styles.first}>
          <PlateCell row={row} showsPanel size="card" />
          <span className={styles.when}>
            <CardDay at={transit.data} />
            <CardTime at={transit.data} />
          </span>
        </div>
        <div className={styles.where}>
          <span>
            {plant.code} {transit.varco}
          </span>
          <LimitedBadge minutes={transit.t_max} />
          <IconButton
            icon="dots"
            size="touch"
            name={t('transits:list.rowMenu')}
            tabIndex={context.tabIndex}
            onClick={(event) => context.openMenu(event.currentTarget)}
          />
        </div>
        <div className={styles.chips}>
          {transit.rubata === 'si' && <AlertValue field="rubata" value={transit.rubata} form="full" />}
          {isOnList(transit) && <AlertValue field="allarme" value={transit.allarme} form="full" />}
          <AlertValue field="assicurata" value={transit.assicurata} isNamed />
          <AlertValue field="revisionata" value={transit.revisionata} isNamed />
        </div>
      </div>
    </div>
  );
}
