import { formatDateTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { TransitRowActions } from './TransitRowActions.tsx';
import { formatDuration, formatImpliedSpeed } from './format-track.ts';
import styles from './Track.module.css';
import { getRouteStyle } from './track-lines.ts';
import { TrackSummary } from './TrackSummary.tsx';
import type { TrackRow } from './use-track.ts';
import type { TrackModel } from './use-track-model.ts';

/** The track as a table, newest first, with everything the map shows. */
export function TrackTable(props: { work: TrackModel; isPrinted?: boolean }): ReactElement {
  const t = useT();
  const { work, isPrinted = false } = props;
  const { track, isLoading } = work;
  const plants = usePlantList();
  if (track.points.length === 0)
    return (
      <EmptyState icon={isLoading ? 'clock' : 'route'} title={t(isLoading ? 'common:loading' : 'maps:track.empty')} />
    );
  const labelOf = (peerId: number): string => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? '' : getPlantLabel(plant);
  };
  return (
    <section
      className={styles.tablePage}
      // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('maps:track.list')}
      id={isPrinted ? undefined : 'results'}
    >
      {!isPrinted && <TrackSummary work={work} />}
      <table className={styles.table}>
        <thead>
          <tr>
            {(['number', 'time', 'plant', 'gate', 'routeOf', 'gap', 'speedOf'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`maps:track.column.${column}`)}
              </th>
            ))}
            {!isPrinted && (
              <th scope="col">
                <span className={styles.unseen}>{t('maps:track.column.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {track.rows.toReversed().map((row) => (
            <TrackTableRow
              key={`${row.point.peerId} ${row.point.transit.id}`}
              row={row}
              plant={labelOf(row.point.peerId)}
              isPrinted={isPrinted}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TrackTableRow(props: { row: TrackRow; plant: string; isPrinted: boolean }): ReactElement {
  const t = useT();
  const { point, sinceMs, speed } = props.row;
  return (
    <tr data-impossible={speed?.isImpossible}>
      <td>
        <span className={styles.number} data-look={getRouteStyle(point.rangeGroup)}>
          {point.number}
        </span>
      </td>
      <td>{formatDateTime(point.transit.data)}</td>
      <td>{props.plant}</td>
      <td>
        {point.transit.varco}
        {point.coordinates === null && ` (${t('maps:track.noPosition')})`}
      </td>
      <td>{point.rangeGroup + 1}</td>
      <td>{sinceMs === null ? '' : formatDuration(t, sinceMs)}</td>
      <td>{speed !== null && (point.hasPrevious || speed.isImpossible) && formatImpliedSpeed(t, speed)}</td>
      {!props.isPrinted && (
        <td>
          <TransitRowActions point={point} />
        </td>
      )}
    </tr>
  );
}
