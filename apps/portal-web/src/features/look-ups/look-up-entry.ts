import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { groupsOf, type ResultGroup } from './result-groups.ts';

/** A result as the list holds it (T 3.11). */
export interface LookUpEntry {
  readonly uuid: string;
  /** Request kind. */
  readonly type: number;
  /** Instant the ministry answered. */
  readonly doneAt: string;
  readonly isCache: boolean;
  readonly dataRaw: LookUpObject;
  readonly data: readonly ResultGroup[];
  /** Plant it was asked of. */
  readonly peerId: number;
}

/** An answer as a result, in the words of the present language. */
export function entryOf(answer: LookUpObject, peerId: number, t: Translate, today: string): LookUpEntry {
  return {
    uuid: answer.id,
    type: answer.tipo_richiesta,
    doneAt: answer.data,
    isCache: answer.da_cache,
    dataRaw: answer,
    data: groupsOf(answer.info, t, today),
    peerId,
  };
}
