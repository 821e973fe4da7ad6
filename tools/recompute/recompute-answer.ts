import { AnswerError, toFields, type RecomputedRow } from './read-fields.ts';
import { recomputeAccomplices } from './recompute-accomplices.ts';
import { recomputeRelated } from './recompute-related.ts';
import { recomputeSuspects } from './recompute-suspects.ts';

export interface RecomputedAnswer {
  readonly model: 'suspects' | 'accomplices' | 'related events';
  readonly rows: readonly RecomputedRow[];
}

/**
 * Finds out of which model an answer is, and recomputes every row. Throws `AnswerError`.
 * @param answer parsed JSON as the plant sent it
 * @param weights parsed JSON of the weights of the plant, for suspects only; null: those of the formula
 */
export function recomputeAnswer(answer: unknown, weights: unknown = null): RecomputedAnswer {
  const fields = toFields(answer, 'the answer');
  if ('candidates' in fields) return { model: 'accomplices', rows: recomputeAccomplices(fields) };
  if ('letti_totale' in fields) return { model: 'related events', rows: recomputeRelated(fields) };
  if ('versione' in fields && 'objects' in fields) {
    const own = weights === null ? null : toFields(weights, 'the weights');
    return { model: 'suspects', rows: recomputeSuspects(fields, own) };
  }
  throw new AnswerError('this is no answer of suspects, accomplices or related events');
}
