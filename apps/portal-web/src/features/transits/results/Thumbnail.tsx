import { LazyImage } from '@varco/ui/LazyImage.tsx';
import type { ReactElement, RefObject } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { ListRow } from '../search/search-view.ts';
import { usePicture } from '../../../lib/pictures/use-picture.ts';
import { namePlate } from '../../../widgets/plate/name-plate.ts';
import styles from './columns.module.css';
import { useNearViewport } from './use-near-viewport.ts';

/**
 * TBL-26: picture of a row at size 100, requested when the row comes near the viewport. Rows without a picture are not
 * observed.
 */
export function Thumbnail({ row }: { row: ListRow }): ReactElement {
  return row.transit.has_image ? <SeenThumbnail row={row} /> : <Frame row={row} src={null} isComing={false} />;
}

function SeenThumbnail({ row }: { row: ListRow }): ReactElement {
  const [ref, isSeen] = useNearViewport<HTMLSpanElement>();
  const picture = usePicture(row.peerId, row.transit.id, 't100', isSeen);
  return <Frame row={row} src={picture.src} isComing={!picture.hasFailed} ref={ref} />;
}

function Frame({
  row,
  src,
  isComing,
  ref,
}: {
  row: ListRow;
  src: string | null;
  isComing: boolean;
  ref?: RefObject<HTMLSpanElement | null>;
}): ReactElement {
  const t = useT();
  const { transit, key } = row;
  const missing = transit.redacted
    ? t('transits:picture.redacted')
    : isComing
      ? t('common:loading')
      : t('transits:picture.none');
  return (
    <span ref={ref} className={styles.thumbnail} data-hover-row={key}>
      <LazyImage
        src={src}
        alt={t('transits:picture.thumbnail', { plate: namePlate(t, transit.targa) })}
        missingText={missing}
        fallbackIcon={transit.redacted ? 'eyeOff' : 'image'}
        height="100%"
        isSmall
      />
    </span>
  );
}
