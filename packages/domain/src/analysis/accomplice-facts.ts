import type { BaselineDays } from './chance-of-meeting.ts';
import type { GateRead, PlateHistory } from './plate-history.ts';

/**
 * A passage of the target. `q`: share of all reads of the baseline that fall at its gate within the compared minutes.
 */
export interface TargetPassage extends GateRead {
  readonly q: number;
}

/** Indexes (both included) of passages of the target with no long pause between them. */
export interface PassageSession {
  readonly from: number;
  readonly to: number;
}

/** The target, its baseline and the traffic of the plant. */
export interface TargetFacts {
  /** In order of time. */
  readonly passages: readonly TargetPassage[];
  readonly sessions: readonly PassageSession[];
  readonly deltaMs: number;
  /** Days of the baseline; habits are counted over them. */
  readonly baseline: BaselineDays;
  /** Share of the reads at gate a whose vehicle was next read at gate b; null: unknown. */
  readonly legShare: (a: number, b: number) => number | null;
}

/** What the score needs to know of a candidate. */
export interface CandidateFacts {
  /** Number of reads in the whole baseline. */
  readonly reads: number;
  /** Its newest 500 reads at the target's gates in the baseline. */
  readonly history: PlateHistory;
  /** By index of the target's passage: instant of the candidate's nearest read within the compared minutes. */
  readonly meetings: ReadonlyMap<number, number>;
}
