export type SegmentState = 'answered' | 'receiving' | 'error' | 'notAsked' | 'partial';

/** What one plant did with a search. */
export type PlantSegment = { readonly plantId: string; readonly label: string; readonly state: SegmentState };

export type CompletenessCount = {
  readonly asked: number;
  readonly answered: number;
  readonly receiving: number;
  readonly errors: number;
  readonly notAsked: number;
  /** Some plant is missing or gave only part: the list is not the whole, and no number may pretend it is. */
  readonly isPartial: boolean;
};

/** Counts for the completeness line. A partial answer is an answer, but never a complete list. */
export function countSegments(segments: readonly PlantSegment[]): CompletenessCount {
  const of = (state: SegmentState): number => segments.filter((segment) => segment.state === state).length;
  const errors = of('error');
  const receiving = of('receiving');
  const partial = of('partial');
  const notAsked = of('notAsked');
  return {
    asked: segments.length - notAsked,
    answered: of('answered') + partial,
    receiving,
    errors,
    notAsked,
    isPartial: errors + receiving + partial > 0,
  };
}
