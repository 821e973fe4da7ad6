import { LazyImage } from '@varco/ui/LazyImage.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { ListRow } from '../search-view.ts';
import { usePicture } from '../../../lib/pictures/use-picture.ts';
import styles from './columns.module.css';
import { useSeen } from './use-seen.ts';

/** TBL-26: the picture of a row at size 100, asked for when the row comes near the view. */
export function Thumbnail({ row }: { row: ListRow }): ReactElement {
  const t = useT();
  const { transit, peerId } = row;
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const picture = usePicture(peerId, transit.id, 't100', transit.has_image && isSeen);
  const missing = transit.redacted
    ? t('transits:picture.redacted')
    : transit.has_image && !picture.hasFailed
      ? t('common:loading')
      : t('transits:picture.none');
  return (
    <span ref={ref} className={styles.thumbnail} data-hover-row={row.key}>
      <LazyImage
        src={picture.src}
        alt={t('transits:picture.thumbnail', { plate: transit.targa })}
        missingText={missing}
        fallbackIcon={transit.redacted ? 'eyeOff' : 'image'}
        height="100%"
        isSmall
      />
    </span>
  );
}
