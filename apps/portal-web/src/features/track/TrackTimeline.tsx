import { formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { toMilliseconds, toInstant } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './TrackTimeline.module.css';
import { getRouteStyle } from './track-lines.ts';
import type { Point } from './use-track.ts';
import type { TrackModel } from './use-track-model.ts';

const TICK_COUNT = 5;

interface TimeSpan {
  readonly fromMs: number;
  readonly lengthMs: number;
}

/** Time span of all points; the scale is linear, so gaps keep their length. */
function computeTimeSpan(points: readonly Point[]): TimeSpan {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return { fromMs: 0, lengthMs: 1 };
  const fromMs = toMilliseconds(first.transit.data);
  return { fromMs, lengthMs: Math.max(60_000, toMilliseconds(last.transit.data) - fromMs) };
}

const toPercent = (point: Point, { fromMs, lengthMs }: TimeSpan): number =>
  ((toMilliseconds(point.transit.data) - fromMs) / lengthMs) * 100;

/** Playback buttons, and a time line with the routes (T 2.7). */
export function TrackTimeline(props: { work: TrackModel }): ReactElement {
  const t = useT();
  const { track, player } = props.work;
  const isPlaying = player.state === 'playing';
  const count = track.points.length;
  return (
    <section className={styles.timeline} aria-label={t('maps:playback.title')}>
      <Button
        className={styles.play}
        disabled={count === 0}
        aria-label={t(isPlaying ? 'maps:playback.stop' : 'maps:playback.start')}
        onClick={() => player.step({ kind: 'toggle' })}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </Button>
      <IconButton
        icon="previous"
        name={t('maps:playback.previous')}
        keys={['K']}
        isDisabled={count === 0}
        onClick={() => player.step({ kind: 'previous' })}
      />
      <IconButton
        icon="next"
        name={t('maps:playback.next')}
        keys={['J']}
        isDisabled={count === 0}
        onClick={() => player.step({ kind: 'next' })}
      />
      {count > 0 && <TimeSlider work={props.work} />}
      <span className={styles.place}>
        <span>
          <b>{player.pointIndex < 0 ? '–' : player.pointIndex + 1}</b> {t('maps:playback.of', { count })}
        </span>
        <small className={styles.quiet}>{t('maps:playback.step')}</small>
      </span>
    </section>
  );
}

function TimeSlider(props: { work: TrackModel }): ReactElement {
  const t = useT();
  const { track, player } = props.work;
  const { points } = track;
  const span = computeTimeSpan(points);
  const point = points[player.pointIndex];
  const goTo = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = ((event.clientX - box.left) / Math.max(1, box.width)) * 100;
    player.step({ kind: 'go', at: findNearestPoint(points, span, percent) });
  };
  return (
    <div
      className={styles.line}
      role="slider"
      tabIndex={0}
      aria-label={t('maps:playback.line')}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={Math.max(1, player.pointIndex + 1)}
      aria-valuetext={point === undefined ? t('maps:playback.none') : formatPoint(point)}
      onPointerDown={goTo}
      onKeyDown={(event) => handleStepKey(event, props.work)}
    >
      <span className={styles.track} />
      {buildRouteSpans(points, span).map(({ route, left, width }) => (
        <span
          key={route}
          className={styles.run}
          data-look={getRouteStyle(route)}
          style={{ left: `${left}%`, width: `max(6px, ${width}%)` }}
        />
      ))}
      {point !== undefined && <span className={styles.thumb} style={{ left: `${toPercent(point, span)}%` }} />}
      {Array.from({ length: TICK_COUNT }, (_, index) => (
        <span key={index} className={styles.tick} style={{ left: `${(index / TICK_COUNT) * 100}%` }}>
          {formatTick(span, index)}
        </span>
      ))}
    </div>
  );
}

const formatPoint = ({ transit, number }: Point): string =>
  `${number}: ${formatDateMinute(transit.data)}, ${transit.varco}`;

/** Tick label: the day on long tracks, the time on short ones. */
function formatTick(span: TimeSpan, index: number): string {
  const at = toInstant(span.fromMs + (span.lengthMs * index) / TICK_COUNT);
  return span.lengthMs > 86_400_000 ? formatDateMinute(at).slice(0, 11) : formatTime(at).slice(0, 5);
}

function findNearestPoint(points: readonly Point[], span: TimeSpan, percent: number): number {
  let best = 0;
  for (const [index, point] of points.entries()) {
    const away = Math.abs(toPercent(point, span) - percent);
    if (away < Math.abs(toPercent(points[best] ?? point, span) - percent)) best = index;
  }
  return best;
}

function buildRouteSpans(points: readonly Point[], span: TimeSpan) {
  const spans = new Map<number, { route: number; left: number; width: number }>();
  for (const point of points) {
    const at = toPercent(point, span);
    const known = spans.get(point.rangeGroup);
    if (known === undefined) spans.set(point.rangeGroup, { route: point.rangeGroup, left: at, width: 0 });
    else known.width = at - known.left;
  }
  return [...spans.values()];
}

function handleStepKey(event: KeyboardEvent, { player, track }: TrackModel): void {
  const last = track.points.length - 1;
  const to = {
    ArrowRight: player.pointIndex + 1,
    ArrowUp: player.pointIndex + 1,
    ArrowLeft: player.pointIndex - 1,
    ArrowDown: player.pointIndex - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  player.step({ kind: 'go', at: Math.max(0, Math.min(last, to)) });
}
