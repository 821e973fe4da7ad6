import { formatDateTime } from '@varco/i18n/format.ts';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { ListRow } from '../search/search-view.ts';
import { usePicture } from '../../../lib/pictures/use-picture.ts';
import { namePlate } from '../../../widgets/plate/name-plate.ts';
import styles from './cards.module.css';
import { useNearViewport } from './use-near-viewport.ts';

/** GRID-06: picture of a card at size 400, requested when the card comes near the viewport. @param props.height px */
export function CardPicture(props: { row: ListRow; height: number; children?: ReactNode }): ReactElement {
  const t = useT();
  const { transit, peerId } = props.row;
  const [ref, isSeen] = useNearViewport<HTMLDivElement>();
  const picture = usePicture(peerId, transit.id, 't400', transit.has_image && isSeen);
  const values = { plate: namePlate(t, transit.targa), gate: transit.varco, time: formatDateTime(transit.data) };
  const isSmall = props.height < 128;
  const missing = transit.redacted
    ? 'transits:picture.redacted'
    : !transit.has_image
      ? 'transits:picture.none'
      : picture.hasFailed
        ? 'transits:picture.failed'
        : 'common:loading';
  return (
    <div ref={ref} className={styles.picture}>
      <LazyImage
        src={picture.src}
        alt={t('transits:picture.main', values)}
        missingText={t(missing)}
        fallbackIcon={transit.redacted ? 'eyeOff' : 'image'}
        height={props.height}
        isSmall={isSmall}
      />
      {transit.redacted && picture.src !== null && !isSmall && (
        <span className={styles.covered}>
          <StatusChip tone="pv" icon="eyeOff" variant="tint" word={t('transits:picture.redacted')} />
        </span>
      )}
      {props.children}
    </div>
  );
}
