/** `away`: wanted, but not connected, so that it could not be asked; `notAsked`: nobody wanted its answer. */
export type SegmentState = 'answered' | 'receiving' | 'error' | 'away' | 'notAsked' | 'partial';

/** Outcome of one plant in a search. */
export type PlantSegment = { readonly plantId: string; readonly label: string; readonly state: SegmentState };

export type CompletenessCount = {
  readonly asked: number;
  readonly answered: number;
  readonly receiving: number;
  readonly errors: number;
  readonly away: number;
  readonly notAsked: number;
  /** True when a plant is missing or its response is partial: the list is incomplete, and no number may suggest otherwise. */
  readonly isPartial: boolean;
};

/** Counts for the completeness line. A partial response counts as a response, but makes the list incomplete. */
export function countSegments(segments: readonly PlantSegment[]): CompletenessCount {
  const of = (state: SegmentState): number => segments.filter((segment) => segment.state === state).length;
  const errors = of('error');
  const receiving = of('receiving');
  const away = of('away');
  const partial = of('partial');
  const notRequested = of('notAsked');
  return {
    asked: segments.length - notRequested,
    answered: of('answered') + partial,
    receiving,
    errors,
    away,
    notAsked: notRequested,
    isPartial: errors + away + receiving + partial > 0,
  };
}
