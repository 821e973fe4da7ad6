import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { ZoomDialog } from '@varco/ui/ZoomDialog.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../../widgets/plate/PlateBadge.tsx';
import styles from './detail.module.css';
import { usePicture } from '../../../lib/pictures/use-picture.ts';
import { namePlate } from '../../../widgets/plate/name-plate.ts';

/** DET-12: full-screen picture with zoom and pan. Plate, date, time and gate stay visible above it. */
export function PictureViewer(props: {
  transit: TransitDetail;
  peerId: number;
  variant: 'full' | 'context';
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { transit, peerId, variant, onClose } = props;
  const picture = usePicture(peerId, transit.id, variant, true);
  const values = { plate: namePlate(t, transit.targa), gate: transit.varco, time: formatDateTime(transit.data) };
  const missing = picture.isLoading
    ? 'common:loading'
    : picture.hasFailed
      ? 'transits:picture.failed'
      : 'transits:picture.none';
  return (
    <ZoomDialog
      isOpen
      onClose={onClose}
      title={
        <span className={styles.viewerHead}>
          <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} size="card" />
          <Moment at={transit.data} className={styles.when} />
          <span>{transit.varco}</span>
        </span>
      }
      src={picture.src}
      alt={t(variant === 'context' ? 'transits:picture.context' : 'transits:picture.main', values)}
      missingText={t(missing)}
      labels={{
        zoomIn: t('widgets:image.zoomIn'),
        zoomOut: t('widgets:image.zoomOut'),
        fit: t('widgets:image.fit'),
        close: t('common:close'),
      }}
    />
  );
}
