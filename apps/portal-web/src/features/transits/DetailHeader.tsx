import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { AlertValue } from '../../widgets/alert/AlertValue.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import styles from './detail.module.css';
import { isListed } from './listed.ts';

/** DET-01: the plate as title, when and where, and what is wrong with it. */
export function DetailHeader(props: {
  transit: TransitDetail;
  plantLabel: string;
  navigation?: ReactNode;
  onClose?: (() => void) | undefined;
}): ReactElement {
  const t = useT();
  const { transit, plantLabel, navigation, onClose } = props;
  return (
    <header className={styles.head}>
      <h1 className={styles.plate}>
        <PlateBadge
          plate={transit.targa}
          nation={transit.nazione === '' ? null : transit.nazione}
          province={transit.provincia}
          size="detail"
        />
      </h1>
      <div>
        <div className={styles.when}>{formatDateTime(transit.data)}</div>
        <div className={styles.where}>
          {plantLabel} · {transit.varco}
        </div>
      </div>
      {isListed(transit) && <AlertValue field="allarme" value={transit.allarme} form="full" isNamed />}
      {transit.rubata === 'si' && <AlertValue field="rubata" value={transit.rubata} form="full" isNamed />}
      <span className={styles.space} />
      {navigation}
      {onClose !== undefined && (
        <IconButton icon="close" name={t('transits:detail.close')} keys={['Esc']} onClick={onClose} />
      )}
    </header>
  );
}
