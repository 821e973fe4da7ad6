import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { buildResultGroups, type ResultGroup } from './result-groups.ts';

/** A look-up result in the list (T 3.11). */
export interface LookUpEntry {
  readonly uuid: string;
  /** Request kind. */
  readonly type: number;
  /** Instant at which the ministry answered. */
  readonly doneAt: string;
  readonly isCache: boolean;
  readonly dataRaw: LookUpObject;
  readonly data: readonly ResultGroup[];
  /** Plant through which it was made. */
  readonly peerId: number;
}

/** Converts a response to a list entry, with texts in the current language. */
export function toLookUpEntry(answer: LookUpObject, peerId: number, t: Translate, today: string): LookUpEntry {
  return {
    uuid: answer.id,
    type: answer.tipo_richiesta,
    doneAt: answer.data,
    isCache: answer.da_cache,
    dataRaw: answer,
    data: buildResultGroups(answer.info, t, today),
    peerId,
  };
}
