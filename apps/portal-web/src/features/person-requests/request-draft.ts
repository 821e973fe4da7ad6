import type { PersonRequestKind, PersonRequestRegime } from '@varco/contract/plant/person-requests.ts';
import { isValidPlate, normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { nowMs } from '../../lib/clock.ts';
import type { EnteredRequest } from './person-requests.api.ts';

/** Form values of a request. Days are ISO, empty while unreadable. */
export interface RequestDraft {
  readonly reference: string;
  readonly kind: PersonRequestKind;
  readonly regime: PersonRequestRegime;
  readonly name: string;
  readonly contact: string;
  readonly plate: string;
  readonly nation: string;
  readonly from: string;
  readonly to: string;
  readonly periodProof: string;
  readonly received: string;
  readonly peerIds: readonly number[];
}

/** An empty request of today on these plants. */
export function createRequestDraft(peerIds: readonly number[]): RequestDraft {
  const today = toRomeDay(nowMs());
  return {
    ...{ reference: '', kind: 'access', regime: 'gdpr', name: '', contact: '', plate: '', nation: '' },
    ...{ from: '', to: today, periodProof: '', received: today, peerIds },
  };
}

const MIN_TEXT = 3;

/** True when the plants can take it as it is. */
export const isComplete = (draft: RequestDraft): boolean =>
  draft.reference.trim() !== '' &&
  draft.name.trim().length >= MIN_TEXT &&
  draft.contact.trim().length >= MIN_TEXT &&
  isValidPlate(normalisePlate(draft.plate) ?? '') &&
  draft.from !== '' &&
  draft.from <= draft.to &&
  draft.received !== '' &&
  draft.peerIds.length > 0;

export const buildRequestBody = (draft: RequestDraft, lotto: string): EnteredRequest => ({
  lotto,
  riferimento: draft.reference.trim(),
  tipo: draft.kind,
  regime: draft.regime,
  nome: draft.name.trim(),
  recapito: draft.contact.trim(),
  targa: normalisePlate(draft.plate) ?? '',
  nazione: draft.nation.trim().toUpperCase(),
  dal: draft.from,
  al: draft.to,
  prova_periodo: draft.periodProof.trim(),
  ricevuta_il: draft.received,
});
