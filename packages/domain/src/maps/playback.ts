/** Playback of a track (T 2.7, T 4.6): stopped or playing, at one of `count` transits, wrapping at the end. */
export interface Playback {
  readonly state: 'stopped' | 'playing';
  /** Index in time order, from 0; -1: none. */
  readonly pointIndex: number;
}

export type PlaybackStep =
  | { readonly kind: 'toggle' }
  | { readonly kind: 'tick' }
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'go'; readonly at: number }
  /** The pointer is over a transit; ignored while playing. */
  | { readonly kind: 'hover'; readonly at: number };

export const STOPPED: Playback = { state: 'stopped', pointIndex: -1 };

/** The state after one event, for `count` transits. */
export function stepPlayback(now: Playback, step: PlaybackStep, count: number): Playback {
  if (count === 0) return STOPPED;
  const round = (at: number): number => ((at % count) + count) % count;
  switch (step.kind) {
    case 'toggle':
      // Without a selected transit, playback starts at the oldest one.
      return now.state === 'playing'
        ? { ...now, state: 'stopped' }
        : { state: 'playing', pointIndex: Math.max(0, now.pointIndex) };
    case 'tick':
      return now.state === 'playing' ? { ...now, pointIndex: round(now.pointIndex + 1) } : now;
    case 'next':
      return { ...now, pointIndex: round(now.pointIndex + 1) };
    case 'previous':
      return { ...now, pointIndex: round(Math.max(now.pointIndex, 0) - 1) };
    case 'go':
      return step.at < 0 || step.at >= count ? now : { ...now, pointIndex: step.at };
    case 'hover':
      return now.state === 'playing' ? now : stepPlayback(now, { kind: 'go', at: step.at }, count);
  }
}
