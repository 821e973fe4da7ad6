import type { CameraRead } from '@varco/cameras/camera-types.ts';

/** What is known of the best read of a track. */
export interface TrackRead {
  readonly plate: string;
  /** Percent; null: not stated. */
  readonly confidence: number | null;
  /** 1 new, 2 update, 3 lost; 0: the camera does not track. */
  readonly stage: number;
}

const STAGES = { new: 1, update: 2, lost: 3 } as const;

export const toStageNumber = (stage: CameraRead['stage']): number => (stage === null ? 0 : STAGES[stage]);

const countUnread = (plate: string): number => plate.split('?').length - 1;

/**
 * Whether a later message of a track has the better plate. The end of a track is the camera's last word. Before it, a plate
 * with fewer unread characters or with more confidence wins; where confidence is not stated, the later stage. A message that
 * arrives late never takes the place of a later stage.
 */
export function isBetterRead(best: TrackRead, later: TrackRead): boolean {
  if (later.stage < best.stage) return false;
  const unread = countUnread(later.plate) - countUnread(best.plate);
  if (unread !== 0) return unread < 0;
  if (later.stage === STAGES.lost && best.stage < STAGES.lost) return true;
  if (best.confidence === null || later.confidence === null) return true;
  return later.confidence >= best.confidence;
}
