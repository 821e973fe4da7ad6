import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../../widgets/plate/PlateBadge.tsx';
import { isOnList } from '../results/list-status.ts';
import { DetailActions } from './DetailActions.tsx';
import styles from './detail.module.css';
import type { DetailProps } from './detail-props.ts';

/** DET-01: the plate as title, date and place, findings about the vehicle, and the available actions. */
export function DetailHeader(props: DetailProps & { transit: TransitDetail; plantLabel: string }): ReactElement {
  const t = useT();
  const { transit, peerId, plantLabel, layout, tabId, onClose } = props;
  const isPanel = layout === 'panel';
  const Title = isPanel ? 'h2' : 'h1';
  const openTab = (): void => {
    onClose();
    openWorkspaceTab({
      kind: 'transit-detail',
      peerId,
      transitId: transit.id,
      plate: transit.targa,
      ...(tabId === undefined ? {} : { fromTabId: tabId }),
    });
  };
  return (
    <header className={styles.head}>
      <Title className={styles.plate}>
        <PlateBadge
          plate={transit.targa}
          nation={transit.nazione === '' ? null : transit.nazione}
          province={transit.provincia}
          size="detail"
        />
      </Title>
      <div>
        <Moment at={transit.data} className={styles.when} />
        <div className={styles.where}>
          {plantLabel} · {transit.varco}
        </div>
      </div>
      <VehicleFindings transit={transit} />
      <span className={styles.way}>
        {props.navigation}
        {isPanel && <IconButton icon="plus" name={t('transits:rowAction.detailTab')} onClick={openTab} />}
        <IconButton icon="close" name={t('detail:close')} keys={['Esc']} onClick={onClose} />
      </span>
      <span className={styles.actions}>
        <DetailActions {...props} />
      </span>
    </header>
  );
}

/** Everything found against the vehicle, one badge each. */
function VehicleFindings(props: { transit: TransitDetail }): ReactElement {
  const { transit } = props;
  return (
    <span className={styles.findings}>
      {isOnList(transit) && <AlertValue field="allarme" value={transit.allarme} form="full" />}
      {transit.rubata === 'si' && <AlertValue field="rubata" value={transit.rubata} form="full" />}
      {transit.assicurata === 'no' && <AlertValue field="assicurata" value="no" isNamed />}
      {transit.revisionata === 'no' && <AlertValue field="revisionata" value="no" isNamed />}
    </span>
  );
}
