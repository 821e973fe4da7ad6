import { useQuery } from '@tanstack/react-query';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { cx } from '@varco/ui/cx.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { now as clockNow } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { getPlantLabel, usePlant } from '../../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { useSetCurrentTransit } from '../../../lib/transit-actions/current-transit.store.ts';
import { toSubject } from '../../../lib/transit-actions/transit-action.ts';
import { BlacklistBlock } from './BlacklistBlock.tsx';
import { ChecksBlock, TransportListsBlock } from './ChecksBlock.tsx';
import styles from './detail.module.css';
import type { DetailProps } from './detail-props.ts';
import { DetailHeader } from './DetailHeader.tsx';
import { DetailUnavailable, useRetryWithReason } from './DetailUnavailable.tsx';
import { HazardBlock } from './HazardBlock.tsx';
import { LogPanel } from './LogPanel.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import { SameDayTransits } from './SameDayTransits.tsx';
import { OwnerBlock } from './OwnerBlock.tsx';
import { PicturePanel } from './PicturePanel.tsx';
import { PlateBlock } from './PlateBlock.tsx';
import { PresencePanel } from './PresencePanel.tsx';
import { ReadPanel } from './ReadPanel.tsx';
import { createTransitQuery } from './transits.api.ts';
import { VehicleBlock } from './VehicleBlock.tsx';

/** T 2.6: one transit with pictures, checks, vehicle, owner, presences and the log entries of this access. */
export function TransitDetailScreen(props: DetailProps): ReactElement {
  const t = useT();
  const { peerId, transitId, onClose } = props;
  useShortcuts({ Escape: onClose });
  const transit = useQuery(createTransitQuery(peerId, transitId));
  useRetryWithReason(transit.error, () => void transit.refetch());
  if (transit.data !== undefined) return <DetailPage {...props} transit={transit.data} />;
  return (
    <article className={styles.page} id={props.layout === 'page' ? 'results' : undefined}>
      <div className={styles.bare}>
        {props.navigation}
        <IconButton icon="close" name={t('detail:close')} keys={['Esc']} onClick={onClose} />
      </div>
      {transit.isError ? (
        <DetailUnavailable error={transit.error} peerId={peerId} onAgain={() => void transit.refetch()} />
      ) : (
        <EmptyState icon="clock" title={t('detail:loading')} />
      )}
    </article>
  );
}

function DetailPage(props: DetailProps & { transit: TransitDetail }): ReactElement {
  const t = useT();
  const { transit, peerId, layout } = props;
  const plant = usePlant(peerId);
  const now = clockNow();
  const label = plant === null ? '' : getPlantLabel(plant);
  const retentionDays = plant?.login?.parameters.retention_days ?? 90;
  useSetCurrentTransit(toSubject(peerId, transit), props.tabId);
  return (
    // Target of the skip link: the detail replaces the list here.
    <article
      className={cx(styles.page, layout === 'panel' && styles.panel)}
      id={layout === 'page' ? 'results' : undefined}
    >
      <DetailHeader {...props} plantLabel={label} />
      {/* Reached by Tab, so that it can be scrolled by keys where nothing in it can be pressed. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('detail:content')}>
        <div className={styles.grid}>
          <div className={styles.column}>
            <PicturePanel transit={transit} peerId={peerId} />
            <div className={styles.pair}>
              <ReadPanel transit={transit} peerId={peerId} />
              <PresencePanel transit={transit} peerId={peerId} now={now} retentionDays={retentionDays} />
            </div>
            <NotesPanel transit={transit} peerId={peerId} />
            {layout === 'page' && <LogPanel peerId={peerId} transitId={transit.id} />}
          </div>
          <div className={styles.column}>
            <BlacklistBlock transit={transit} peerId={peerId} plantLabel={label} />
            <PlateBlock transit={transit} peerId={peerId} plantLabel={label} />
            <ChecksBlock transit={transit} now={now} />
            <OwnerBlock transit={transit} peerId={peerId} />
          </div>
          <div className={styles.column}>
            <HazardBlock transit={transit} />
            <VehicleBlock transit={transit} />
            <TransportListsBlock transit={transit} />
            <SameDayTransits transit={transit} peerId={peerId} />
            {layout === 'panel' && <LogPanel peerId={peerId} transitId={transit.id} />}
          </div>
        </div>
      </section>
    </article>
  );
}
