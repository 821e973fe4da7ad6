import { Button } from '@mantine/core';
import { groupByOccasion, type Meeting } from '@varco/domain/maps/meetings.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { formatDate, formatTime } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantCode, getPlantLabel, usePlant, usePlantList } from '../../lib/plants/use-plants.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { formatDuration } from './format-track.ts';
import { MeetingPictures } from './MeetingPictures.tsx';
import compared from './Comparison.module.css';
import styles from './Track.module.css';
import { type Comparison, MEETING_GAPS_MIN, type MeetingGap } from './use-comparison.ts';
import type { TrackModel } from './use-track-model.ts';

/** Where and when two plates were at one gate, newest first, as text beside their map. */
export function MeetingList(props: {
  work: TrackModel;
  comparison: Comparison;
  onGap: (minutes: MeetingGap) => void;
  onEnd: () => void;
}): ReactElement {
  const t = useT();
  const { work, comparison } = props;
  const { meetings, plate } = comparison;
  const isLoading = work.isLoading || comparison.work.isLoading;
  const occasions = groupByOccasion(meetings).toReversed();
  return (
    <section className={styles.list} aria-label={t('maps:compare.list')} id="results">
      <h2 className={styles.listTitle}>
        {t('maps:compare.list')} <PlateBadge plate={plate} nation={comparison.work.nation} />
        <IconButton icon="close" size="sm" name={t('maps:compare.end')} onClick={props.onEnd} />
      </h2>
      <div className={compared.bar}>
        <Segmented
          label={t('maps:compare.gap')}
          size="sm"
          value={String(comparison.gapMinutes)}
          onChange={(value) => props.onGap(MEETING_GAPS_MIN.find((minutes) => String(minutes) === value) ?? 5)}
          options={MEETING_GAPS_MIN.map((minutes) => ({
            id: String(minutes),
            label: t('maps:time.minutes', { count: minutes }),
          }))}
        />
        <MeetingSummary comparison={comparison} occasions={occasions.length} isLoading={isLoading} />
      </div>
      {meetings.length === 0 && (
        <EmptyState
          icon={isLoading ? 'clock' : 'pair'}
          title={isLoading ? t('common:loading') : t('maps:compare.none', { count: comparison.gapMinutes })}
        />
      )}
      <div className={styles.listRows}>
        {occasions.map((occasion) => (
          <OccasionRows key={occasion[0]?.first.number} occasion={occasion} work={work} />
        ))}
      </div>
    </section>
  );
}

/** How often they met, and what the numbers do not contain. */
function MeetingSummary(props: { comparison: Comparison; occasions: number; isLoading: boolean }): ReactElement {
  const t = useT();
  const { comparison, occasions, isLoading } = props;
  const { meetings, plate, work } = comparison;
  const list = usePlantList();
  const days = new Set(meetings.map(({ first }) => toRomeDay(first.transit.data))).size;
  const failed = work.plants.filter(({ state }) => state === 'failed');
  const omitted = work.plants.reduce((sum, { omittedCount }) => sum + omittedCount, 0);
  const labelOf = (peerId: number): string => {
    const plant = list.find((one) => one.peerId === peerId);
    return plant === undefined ? String(peerId) : getPlantLabel(plant);
  };
  return (
    <div className={compared.facts} aria-live="polite">
      {!isLoading && (
        <p>
          {t('maps:compare.passages', { count: work.track.points.length, plate })}{' '}
          {meetings.length > 0 && (
            <b>
              {t('maps:compare.met', { count: meetings.length })} {t('maps:compare.occasions', { count: occasions })}{' '}
              {t('maps:compare.days', { count: days })}
            </b>
          )}
        </p>
      )}
      {failed.length > 0 && (
        <p className={styles.fault}>
          {t('maps:compare.failed', { plants: failed.map(({ peerId }) => labelOf(peerId)).join(', ') })}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => failed.forEach(({ retry }) => retry())}>
            {t('common:retry')}
          </Button>
        </p>
      )}
      {omitted > 0 && <p>{t('maps:track.untold', { count: omitted })}</p>}
    </div>
  );
}

function OccasionRows(props: { occasion: readonly Meeting<Transit>[]; work: TrackModel }): ReactElement {
  const t = useT();
  const { occasion, work } = props;
  const [oldest, newest] = [occasion[0], occasion.at(-1)];
  return (
    <section className={styles.route}>
      <h3 className={styles.routeHead}>
        <span>{oldest === undefined ? '' : formatDate(oldest.first.transit.data)}</span>
        <span className={styles.quiet}>
          {oldest !== undefined && formatTime(oldest.first.transit.data)}
          {newest !== undefined && newest !== oldest && ` – ${formatTime(newest.first.transit.data)}`}
        </span>
        <span className={styles.routeSize}>{t('maps:compare.times', { count: occasion.length })}</span>
      </h3>
      <ol className={styles.rows}>
        {occasion.toReversed().map((meeting) => (
          <MeetingRow key={meeting.first.number} meeting={meeting} work={work} />
        ))}
      </ol>
    </section>
  );
}

/** One meeting; a press shows it on the map, with both pictures. */
function MeetingRow(props: { meeting: Meeting<Transit>; work: TrackModel }): ReactElement {
  const t = useT();
  const { meeting, work } = props;
  const { first, second, gapMs } = meeting;
  const plant = usePlant(first.peerId);
  const isCurrent = work.player.pointIndex === first.number - 1;
  const show = (): void => {
    work.player.step({ kind: 'go', at: first.number - 1 });
    if (first.coordinates !== null) work.map?.centreOn(first.coordinates);
  };
  const order = gapMs === 0 ? 'together' : gapMs > 0 ? 'after' : 'before';
  return (
    <li className={cx(styles.row, compared.meeting, isCurrent && styles.isCurrent)}>
      <button type="button" className={styles.rowButton} aria-current={isCurrent || undefined} onClick={show}>
        <b>{formatTime(first.transit.data)}</b>
        <span className={styles.rowText}>
          <span>
            {plant === null ? '' : getPlantCode(plant)} · {first.transit.varco}
          </span>
          <span className={styles.quiet}>
            {t(`maps:compare.${order}`, {
              time: formatTime(second.transit.data),
              gap: formatDuration(t, Math.abs(gapMs)),
            })}
          </span>
        </span>
      </button>
      {isCurrent && <MeetingPictures meeting={meeting} />}
    </li>
  );
}
