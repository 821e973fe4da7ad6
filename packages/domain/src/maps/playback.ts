/** Playback of a track (T 2.7, T 4.6): stopped or playing, at one of `count` transits, wrapping at the end. */
export interface Playback {
  readonly state: 'stopped' | 'playing';
  /** Index in time order, from 0; -1: none. */
  readonly at: number;
}

export type PlaybackStep =
  | { readonly kind: 'toggle' }
  | { readonly kind: 'tick' }
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'go'; readonly at: number }
  /** The pointer is over a transit; ignored while playing. */
  | { readonly kind: 'hover'; readonly at: number };

export const STOPPED: Playback = { state: 'stopped', at: -1 };

/** The state after one event, for `count` transits. */
export function stepPlayback(now: Playback, step: PlaybackStep, count: number): Playback {
  if (count === 0) return STOPPED;
  const round = (at: number): number => ((at % count) + count) % count;
  switch (step.kind) {
    case 'toggle':
      // Without a selected transit, playback starts at the oldest one.
      return now.state === 'playing' ? { ...now, state: 'stopped' } : { state: 'playing', at: Math.max(0, now.at) };
    case 'tick':
      return now.state === 'playing' ? { ...now, at: round(now.at + 1) } : now;
    case 'next':
      return { ...now, at: round(now.at + 1) };
    case 'previous':
      return { ...now, at: round(Math.max(now.at, 0) - 1) };
    case 'go':
      return step.at < 0 || step.at >= count ? now : { ...now, at: step.at };
    case 'hover':
      return now.state === 'playing' ? now : stepPlayback(now, { kind: 'go', at: step.at }, count);
  }
}
