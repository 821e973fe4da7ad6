import { useQuery } from '@tanstack/react-query';
import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement, ReactNode } from 'react';
import { now as clockNow } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { plantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ChecksBlock, TransportListsBlock } from './ChecksBlock.tsx';
import styles from './detail.module.css';
import { DetailHeader } from './DetailHeader.tsx';
import { LogPanel } from './LogPanel.tsx';
import { PicturePanel, ReadPanel } from './PicturePanel.tsx';
import { PlateBlock } from './PlateBlock.tsx';
import { OthersPanel, PresencePanel } from './PresencePanel.tsx';
import { transitQuery } from './transits.api.ts';
import { HazardBlock, VehicleBlock } from './VehicleBlock.tsx';

/** T 2.6: one transit with pictures, checks, vehicle, presences and the log of this look. */
export function TransitDetailScreen(props: {
  peerId: number;
  transitId: string;
  /** Previous, next and their place in the list it was opened from. */
  navigation?: ReactNode;
  onClose?: () => void;
}): ReactElement {
  const t = useT();
  const { peerId, transitId, onClose } = props;
  useShortcuts({ Escape: () => onClose?.() }, onClose !== undefined);
  const transit = useQuery(transitQuery(peerId, transitId));
  if (transit.isError) {
    return (
      <EmptyState icon="octagon" tone="al" title={t('errors:code.not_found')}>
        {t('transits:detail.notFound')}
      </EmptyState>
    );
  }
  if (transit.data === undefined) return <EmptyState icon="clock" title={t('transits:detail.loading')} />;
  return <DetailPage {...props} transit={transit.data} />;
}

function DetailPage(props: {
  transit: TransitDetail;
  peerId: number;
  navigation?: ReactNode;
  onClose?: () => void;
}): ReactElement {
  const { transit, peerId } = props;
  const plant = usePlant(peerId);
  const now = clockNow();
  const label = plant === null ? '' : plantLabel(plant);
  return (
    // Where the skip link leads: the detail stands where the list stood.
    <article className={styles.page} id="results">
      <DetailHeader transit={transit} plantLabel={label} navigation={props.navigation} onClose={props.onClose} />
      <div className={styles.grid}>
        <div className={styles.column}>
          <PicturePanel transit={transit} peerId={peerId} />
          <div className={styles.pair}>
            <ReadPanel transit={transit} peerId={peerId} />
            <PresencePanel transit={transit} now={now} retentionDays={plant?.login?.parameters.retention_days ?? 90} />
          </div>
          <LogPanel peerId={peerId} />
        </div>
        <div className={styles.column}>
          <PlateBlock transit={transit} plantLabel={label} />
          <ChecksBlock transit={transit} now={now} />
          <TransportListsBlock transit={transit} />
        </div>
        <div className={styles.column}>
          <HazardBlock transit={transit} />
          <VehicleBlock transit={transit} />
          <OthersPanel transit={transit} peerId={peerId} />
        </div>
      </div>
    </article>
  );
}
