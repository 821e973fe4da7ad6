import { formatDateTime } from '@varco/i18n/format.ts';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { Roads } from '../../lib/map/use-roads.ts';
import { useIsShownForAMoment, usePicture } from '../../lib/pictures/use-picture.ts';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { SpeedBadge } from '../../widgets/vehicle/SpeedBadge.tsx';
import { formatDistance } from './format-track.ts';
import styles from './TrackCard.module.css';
import type { TrackConnection } from './track-lines.ts';
import type { Point } from './use-track.ts';

/**
 * Card of the current transit: picture, plate, time, gate, speed. The picture is loaded after a short rest on the
 * transit.
 */
export function TrackCard(props: {
  point: Point;
  plate: string;
  way: TrackConnection | null;
  roads: Roads;
}): ReactElement {
  const t = useT();
  const { way, roads } = props;
  const { peerId, transit } = props.point;
  const plant = usePlant(peerId);
  const isDone = useIsShownForAMoment(transit.id);
  const picture = usePicture(peerId, transit.id, 't400', transit.has_image && isDone);
  return (
    <article className={styles.card} aria-label={t('maps:track.current', { number: props.point.number })}>
      <LazyImage
        src={picture.src}
        alt={t('transits:picture.thumbnail', { plate: props.plate })}
        missingText={t(transit.has_image && !picture.hasFailed ? 'common:loading' : 'transits:picture.none')}
        fallbackIcon="image"
        height={130}
      />
      <div className={styles.cardFacts}>
        <span className={styles.cardHead}>
          <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} />
          <b>{formatDateTime(transit.data)}</b>
        </span>
        <span className={styles.quiet}>
          {plant === null ? '' : getPlantLabel(plant)} · {transit.varco}
        </span>
        {way !== null && <span className={styles.quiet}>{formatDistance(t, way, roads.byPair)}</span>}
        {way !== null && way.times > 1 && (
          <span className={styles.quiet}>{t('maps:track.sameWay', { count: way.times, from: way.from })}</span>
        )}
        {transit.speed !== null && <SpeedBadge kmPerHour={transit.speed} />}
      </div>
    </article>
  );
}
