import type { SuspectQuery } from '@varco/contract/plant/suspects.ts';
import type { SuspectScore } from '@varco/domain/analysis/suspect-score.ts';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import type { GateRow } from '../gates/gates.public.ts';
import type { Visibility } from '../../policy/visible-transits.ts';
import type { NewestPassage } from './suspect-facts.ts';

export interface SuspectRequest {
  readonly window: Visibility;
  /** All this person may see, for habit. */
  readonly seeable: Visibility;
  readonly earliestMs: number;
  readonly nowMs: number;
  readonly nowIso: string;
  readonly hasDays: boolean;
  /** Neither gates nor range limited, no gates asked: what the plant found on all its gates may be used. */
  readonly isWhole: boolean;
  readonly question: PlateQuestion | null;
  readonly kinds: SuspectQuery['vehicle_kinds'];
  readonly most: number;
  readonly gates: ReadonlyMap<number, GateRow>;
}

/** A plate with its whole score, and the passage it is shown with. */
export interface FoundSuspect {
  readonly newest: NewestPassage;
  readonly score: SuspectScore;
}
