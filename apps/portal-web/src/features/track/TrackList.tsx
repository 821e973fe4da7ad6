import { formatDate, formatTime } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useEffect, useRef } from 'react';
import { toMilliseconds } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantCode, usePlant } from '../../lib/plants/use-plants.ts';
import { TransitRowActions } from './TransitRowActions.tsx';
import { UnplacedTransits } from './UnplacedTransits.tsx';
import { formatDuration, formatImpliedSpeed } from './format-track.ts';
import styles from './Track.module.css';
import { getRouteStyle } from './track-lines.ts';
import type { TrackRow } from './use-track.ts';
import type { TrackModel } from './use-track-model.ts';

interface Route {
  readonly route: number;
  /** Newest first. */
  readonly rows: readonly TrackRow[];
}

/** Groups rows by route, newest first (T 2.7). */
export function groupByRoute(rows: readonly TrackRow[]): readonly Route[] {
  const routes = new Map<number, TrackRow[]>();
  for (const row of rows.toReversed()) {
    const known = routes.get(row.point.rangeGroup);
    if (known === undefined) routes.set(row.point.rangeGroup, [row]);
    else known.push(row);
  }
  return [...routes].map(([route, of]) => ({ route, rows: of }));
}

/** List beside the map with the same data as text. It follows the playback. */
export function TrackList(props: { work: TrackModel }): ReactElement {
  const t = useT();
  const { work } = props;
  const { track, isLoading } = work;
  return (
    <section className={styles.list} aria-label={t('maps:track.list')} id="results">
      <h2 className={styles.listTitle}>
        {t('maps:track.list')} <span className={styles.quiet}>{t('maps:track.newestFirst')}</span>
      </h2>
      {track.points.length === 0 && (
        <EmptyState icon={isLoading ? 'clock' : 'route'} title={t(isLoading ? 'common:loading' : 'maps:track.empty')} />
      )}
      <div className={styles.listRows}>
        {groupByRoute(track.rows).map((route) => (
          <RouteRows key={route.route} route={route} work={work} />
        ))}
      </div>
      {track.unplaced > 0 && <UnplacedTransits work={work} />}
    </section>
  );
}

function RouteRows(props: { route: Route; work: TrackModel }): ReactElement {
  const t = useT();
  const { route, rows } = props.route;
  const [newest, oldest] = [rows[0], rows.at(-1)];
  const spanMs = newest === undefined || oldest === undefined ? 0 : computeDuration(oldest, newest);
  return (
    <section className={styles.route}>
      <h3 className={styles.routeHead}>
        <span className={styles.sample} data-look={getRouteStyle(route)} />
        {t('maps:track.route', { number: String(route + 1) })}
        <span className={styles.quiet}>{newest === undefined ? '' : formatDate(newest.point.transit.data)}</span>
        <span className={styles.routeSize}>
          {t('maps:track.transits', { count: rows.length })}
          {rows.length > 1 && `, ${formatDuration(t, spanMs)}`}
        </span>
      </h3>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <TrackListRow key={`${row.point.peerId} ${row.point.transit.id}`} row={row} work={props.work} />
        ))}
      </ol>
    </section>
  );
}

const computeDuration = (from: TrackRow, to: TrackRow): number =>
  toMilliseconds(to.point.transit.data) - toMilliseconds(from.point.transit.data);

function TrackListRow(props: { row: TrackRow; work: TrackModel }): ReactElement {
  const t = useT();
  const { row, work } = props;
  const { point, sinceMs, speed } = row;
  const item = useRef<HTMLLIElement>(null);
  const plant = usePlant(point.peerId);
  const isCurrent = work.player.pointIndex === point.number - 1;
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={item} className={cx(styles.row, isCurrent && styles.isCurrent)}>
      <button
        type="button"
        className={styles.rowButton}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => work.player.step({ kind: 'go', at: point.number - 1 })}
        onPointerEnter={() => work.player.step({ kind: 'hover', at: point.number - 1 })}
      >
        <span className={styles.number} data-look={getRouteStyle(point.rangeGroup)}>
          {point.number}
        </span>
        <span className={styles.rowText}>
          <span>
            <b>{formatTime(point.transit.data)}</b>{' '}
            {point.hasPrevious && sinceMs !== null && (
              <span className={styles.quiet}>{t('maps:track.after', { time: formatDuration(t, sinceMs) })}</span>
            )}
          </span>
          <span className={styles.quiet}>
            {plant === null ? '' : getPlantCode(plant)} · {point.transit.varco}
            {point.coordinates === null && ` · ${t('maps:track.noPosition')}`}
          </span>
          {speed !== null && (point.hasPrevious || speed.isImpossible) && (
            <span className={speed.isImpossible ? styles.fault : styles.quiet}>
              {speed.isImpossible && <Icon name="warning" size="sm" />} {formatImpliedSpeed(t, speed)}
            </span>
          )}
        </span>
      </button>
      <TransitRowActions point={point} />
    </li>
  );
}
