import * as texts from '../letter-texts.ts';
import { countTransits, describePeriod, formatRomeDay, type Letter, type LetterFacts } from '../letter.ts';
import type { RequestRow } from '../person-requests.repository.ts';

/** What a letter about the end of a restriction is made from. The reason that the officer typed is not among it. */
export interface NoticeFacts {
  readonly request: Pick<
    RequestRow,
    | 'reference'
    | 'regime'
    | 'person_name'
    | 'contact'
    | 'plate'
    | 'nation'
    | 'from_day'
    | 'to_day'
    | 'n_restricted'
    | 'restriction_at'
    | 'notice_at'
    | 'n_erased'
    | 'n_held'
    | 'erasure_at'
  >;
  readonly settings: Pick<LetterFacts['settings'], 'label' | 'municipality'>;
}

/** The letter that a restriction will be lifted, or that its data were erased, in Italian. Pure. */
export function composeNotice({ request, settings }: NoticeFacts): Letter {
  const { regime, erasure_at: erasedAt, notice_at: noticeAt } = request;
  const isErased = erasedAt !== null;
  const what = `per il veicolo con ${describePeriod(request)}`;
  const restricted =
    request.restriction_at === null
      ? `Il trattamento dei dati ${what}, è stato limitato su Sua richiesta.`
      : `Il ${formatRomeDay(request.restriction_at)} il trattamento dei dati ${what}, è stato limitato su Sua richiesta (${countTransits(request.n_restricted ?? 0)}).`;
  return {
    ente: `${settings.municipality} · impianto ${settings.label}`,
    riferimento: request.reference,
    data: formatRomeDay(erasedAt ?? noticeAt ?? ''),
    destinatario: request.person_name,
    recapito: request.contact,
    oggetto: isErased
      ? 'Cancellazione dei dati il cui trattamento era limitato'
      : 'Preavviso della revoca della limitazione del trattamento',
    paragrafi: [
      { titolo: 'La limitazione', testo: restricted },
      isErased
        ? { titolo: 'La cancellazione', testo: describeErased(request, erasedAt) }
        : { titolo: 'La revoca', testo: texts.LIFT_NOTICES[regime] },
      { titolo: 'Reclamo e ricorso', testo: texts.COMPLAINTS[regime] },
    ],
    allegato: null,
  };
}

/** As in the letter of an erasure, a hold is not mentioned in the police regime. */
function describeErased({ n_erased: n, n_held: held, regime }: NoticeFacts['request'], at: string): string {
  const erased = `Il ${formatRomeDay(at)} questi dati sono stati cancellati (${countTransits(n ?? 0)}). ${texts.BACKUPS}`;
  if (held === null || held === 0 || regime === 'police') return erased;
  return `${erased} Restano limitati, perché soggetti a un obbligo di conservazione, ${countTransits(held)}.`;
}
