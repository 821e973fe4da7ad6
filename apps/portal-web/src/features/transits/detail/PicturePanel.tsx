import { Button } from '@mantine/core';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import styles from './detail.module.css';
import { useIsShownForAMoment, usePicture } from '../../../lib/pictures/use-picture.ts';
import { namePlate } from '../../../widgets/plate/name-plate.ts';

const { Component: PictureViewer } = lazyComponent(
  async () => (await import('./PictureViewer.tsx')).PictureViewer,
  null,
  { close: ({ onClose }) => onClose() },
);

type Zoomed = 'full' | 'context' | null;

/** DET-08, DET-09, DET-10, DET-12: main picture or placeholder, context picture, and the full-screen view of both. */
export function PicturePanel(props: { transit: TransitDetail; peerId: number }): ReactElement {
  const t = useT();
  const { transit, peerId } = props;
  const [zoomed, setZoomed] = useState<Zoomed>(null);
  const isDone = useIsShownForAMoment(transit.id);
  const full = usePicture(peerId, transit.id, 'full', transit.has_image && isDone);
  const values = { plate: namePlate(t, transit.targa), gate: transit.varco, time: formatDateTime(transit.data) };
  const missing = !transit.has_image
    ? 'transits:picture.none'
    : full.hasFailed
      ? 'transits:picture.failed'
      : 'common:loading';
  const canZoom = full.src !== null;
  const first: Zoomed = transit.has_context_image ? 'context' : canZoom ? 'full' : null;
  useShortcuts({ z: () => setZoomed(first) }, first !== null && zoomed === null);
  return (
    <div className={styles.stage}>
      <LazyImage
        src={full.src}
        alt={t('transits:picture.main', values)}
        missingText={t(missing)}
        height="100%"
        fit="contain"
        overlay={<PictureTools transit={transit} canZoom={canZoom} onZoom={setZoomed} />}
      />
      {zoomed !== null && (
        <PictureViewer transit={transit} peerId={peerId} variant={zoomed} onClose={() => setZoomed(null)} />
      )}
    </div>
  );
}

function PictureTools(props: {
  transit: TransitDetail;
  canZoom: boolean;
  onZoom: (zoomed: Zoomed) => void;
}): ReactElement {
  const t = useT();
  const { transit, canZoom, onZoom } = props;
  return (
    <>
      {transit.redacted && (
        <span className={styles.covered}>
          <StatusChip tone="pv" icon="eyeOff" variant="tint" word={t('transits:picture.redacted')} />
        </span>
      )}
      <div className={styles.stageTools}>
        {transit.has_context_image && (
          <Button size="compact-sm" color="dark" leftSection={<Icon name="image" />} onClick={() => onZoom('context')}>
            {t('transits:picture.context')}
          </Button>
        )}
        {canZoom && (
          <Button
            size="compact-sm"
            color="dark"
            aria-label={t('transits:picture.fullScreen')}
            onClick={() => onZoom('full')}
          >
            <Icon name="fullscreen" />
          </Button>
        )}
      </div>
    </>
  );
}
