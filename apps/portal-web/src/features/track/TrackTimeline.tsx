import { formatDateMinute, formatTime } from '@varco/i18n/format.ts';
import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { instantMs, instantOf } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './TrackTimeline.module.css';
import { lookOfRoute } from './track-lines.ts';
import type { Point } from './use-track.ts';
import type { TrackWork } from './use-track-work.ts';

const TICKS = 5;

interface Span {
  readonly fromMs: number;
  readonly lengthMs: number;
}

/** Time span of all points; the scale is linear, so gaps keep their length. */
function spanOf(points: readonly Point[]): Span {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return { fromMs: 0, lengthMs: 1 };
  const fromMs = instantMs(first.transit.data);
  return { fromMs, lengthMs: Math.max(60_000, instantMs(last.transit.data) - fromMs) };
}

const percentOf = (point: Point, { fromMs, lengthMs }: Span): number =>
  ((instantMs(point.transit.data) - fromMs) / lengthMs) * 100;

/** Playback buttons, and a time line with the routes (T 2.7). */
export function TrackTimeline(props: { work: TrackWork }): ReactElement {
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
      {count > 0 && <TimeLine work={props.work} />}
      <span className={styles.place}>
        <span>
          <b>{player.at < 0 ? '–' : player.at + 1}</b> {t('maps:playback.of', { count })}
        </span>
        <small className={styles.quiet}>{t('maps:playback.step')}</small>
      </span>
    </section>
  );
}

function TimeLine(props: { work: TrackWork }): ReactElement {
  const t = useT();
  const { track, player } = props.work;
  const { points } = track;
  const span = spanOf(points);
  const point = points[player.at];
  const goTo = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = ((event.clientX - box.left) / Math.max(1, box.width)) * 100;
    player.step({ kind: 'go', at: nearest(points, span, percent) });
  };
  return (
    <div
      className={styles.line}
      role="slider"
      tabIndex={0}
      aria-label={t('maps:playback.line')}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={Math.max(1, player.at + 1)}
      aria-valuetext={point === undefined ? t('maps:playback.none') : valueText(point)}
      onPointerDown={goTo}
      onKeyDown={(event) => stepByKey(event, props.work)}
    >
      <span className={styles.track} />
      {routeSpans(points, span).map(({ route, left, width }) => (
        <span
          key={route}
          className={styles.run}
          data-look={lookOfRoute(route)}
          style={{ left: `${left}%`, width: `max(6px, ${width}%)` }}
        />
      ))}
      {point !== undefined && <span className={styles.thumb} style={{ left: `${percentOf(point, span)}%` }} />}
      {Array.from({ length: TICKS }, (_, index) => (
        <span key={index} className={styles.tick} style={{ left: `${(index / TICKS) * 100}%` }}>
          {tickText(span, index)}
        </span>
      ))}
    </div>
  );
}

const valueText = ({ transit, number }: Point): string =>
  `${number}: ${formatDateMinute(transit.data)}, ${transit.varco}`;

/** Tick label: the day on long tracks, the time on short ones. */
function tickText(span: Span, index: number): string {
  const at = instantOf(span.fromMs + (span.lengthMs * index) / TICKS);
  return span.lengthMs > 86_400_000 ? formatDateMinute(at).slice(0, 11) : formatTime(at).slice(0, 5);
}

function nearest(points: readonly Point[], span: Span, percent: number): number {
  let best = 0;
  for (const [index, point] of points.entries()) {
    const away = Math.abs(percentOf(point, span) - percent);
    if (away < Math.abs(percentOf(points[best] ?? point, span) - percent)) best = index;
  }
  return best;
}

function routeSpans(points: readonly Point[], span: Span) {
  const spans = new Map<number, { route: number; left: number; width: number }>();
  for (const point of points) {
    const at = percentOf(point, span);
    const known = spans.get(point.rangeGroup);
    if (known === undefined) spans.set(point.rangeGroup, { route: point.rangeGroup, left: at, width: 0 });
    else known.width = at - known.left;
  }
  return [...spans.values()];
}

function stepByKey(event: KeyboardEvent, { player, track }: TrackWork): void {
  const last = track.points.length - 1;
  const to = {
    ArrowRight: player.at + 1,
    ArrowUp: player.at + 1,
    ArrowLeft: player.at - 1,
    ArrowDown: player.at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  player.step({ kind: 'go', at: Math.max(0, Math.min(last, to)) });
}
