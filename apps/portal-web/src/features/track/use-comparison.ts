import { findMeetings, type Meeting } from '@varco/domain/maps/meetings.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { useMemo, useState } from 'react';
import { type TrackModel, type TrackSettings, useTrackModel } from './use-track-model.ts';

export const MEETING_GAPS_MIN = [1, 5, 15, 30] as const;
export type MeetingGap = (typeof MEETING_GAPS_MIN)[number];
const MINUTE_MS = 60_000;

/** A second plate beside that of the track. */
export interface Comparison {
  readonly plate: string;
  readonly work: TrackModel;
  readonly gapMinutes: MeetingGap;
  /** Oldest first. */
  readonly meetings: readonly Meeting<Transit>[];
}

/** The second plate of a track, as its screen shows and changes it. */
export interface SecondPlate {
  /** Empty: none. */
  readonly plate: string;
  readonly setPlate: (plate: string) => void;
  readonly setGap: (minutes: MeetingGap) => void;
  readonly comparison: Comparison | null;
}

/**
 * The track of a second plate in the same period, and where both were at one gate. Without one nothing is asked of the
 * plants.
 * @param plate second plate; empty: none
 */
export function useSecondPlate(
  work: TrackModel,
  settings: TrackSettings,
  [plate, setPlate]: readonly [string, (plate: string) => void],
): SecondPlate {
  const [gapMinutes, setGap] = useState<MeetingGap>(5);
  const other = useTrackModel(plate, settings);
  const meetings = useMemo(
    () => findMeetings(work.track.points, other.track.points, gapMinutes * MINUTE_MS),
    [work.track.points, other.track.points, gapMinutes],
  );
  return { plate, setPlate, setGap, comparison: plate === '' ? null : { plate, work: other, gapMinutes, meetings } };
}
