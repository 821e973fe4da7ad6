import type { SuspectQuery } from '@varco/contract/plant/suspects.ts';
import type { SuspectScore } from '@varco/domain/analysis/suspect-score.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import type { NewestPassage } from './suspect-facts.repository.ts';

export interface SuspectRequest {
  readonly window: Visibility;
  /** Everything that this user may see, used for habits. */
  readonly seeable: Visibility;
  readonly earliestMs: number;
  readonly nowMs: number;
  readonly nowIso: string;
  readonly hasDays: boolean;
  /**
   * Neither gates nor range are limited and no gates were requested, so results computed over all gates of the plant
   * may be used.
   */
  readonly isWhole: boolean;
  readonly question: PlateQuery | null;
  readonly kinds: SuspectQuery['vehicle_kinds'];
  readonly maxListed: number;
}

/** A plate with its full score, and its newest passage. */
export interface FoundSuspect {
  readonly newest: NewestPassage;
  readonly score: SuspectScore;
}
