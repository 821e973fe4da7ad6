import type { Meeting } from '@varco/domain/maps/meetings.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { formatTime } from '@varco/i18n/format.ts';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useIsShownForAMoment, usePicture } from '../../lib/pictures/use-picture.ts';
import { namePlate } from '../../widgets/plate/name-plate.ts';
import styles from './Comparison.module.css';
import type { Point } from './use-track.ts';

/** Both vehicles of a meeting side by side, in the order in which they passed. */
export function MeetingPictures(props: { meeting: Meeting<Transit> }): ReactElement {
  const { first, second, gapMs } = props.meeting;
  const [earlier, later] = gapMs < 0 ? [second, first] : [first, second];
  return (
    <div className={styles.pictures}>
      <PassagePicture point={earlier} />
      <PassagePicture point={later} />
    </div>
  );
}

/** Every access is recorded on the plant, so the picture is fetched after a short rest on the meeting. */
function PassagePicture(props: { point: Point }): ReactElement {
  const t = useT();
  const { peerId, transit } = props.point;
  const isDone = useIsShownForAMoment(transit.id);
  const picture = usePicture(peerId, transit.id, 't400', transit.has_image && isDone);
  const plate = namePlate(t, transit.targa);
  return (
    <figure className={styles.picture}>
      <LazyImage
        src={picture.src}
        alt={t('transits:picture.thumbnail', { plate })}
        missingText={t(transit.has_image && !picture.hasFailed ? 'common:loading' : 'transits:picture.none')}
        fallbackIcon="image"
        height={104}
      />
      <figcaption>
        <b>{plate}</b> {formatTime(transit.data)}
      </figcaption>
    </figure>
  );
}
