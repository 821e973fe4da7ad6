import type { PersonFindings, PersonRequest, PersonRequestKind } from '@varco/contract/plant/person-requests.ts';

const ID = '00000000-0000-4000-8000-0000000000d1';

/** An open request, received on a day of the test. */
export const buildPersonRequest = (): PersonRequest => ({
  ...{ id: ID, lotto: '00000000-0000-4000-8000-0000000000da', riferimento: 'Prot. 12/2026', tipo: 'erasure' },
  ...{ regime: 'gdpr', nome: 'Chiara Inventata', recapito: 'Via Finta 1', targa: 'ZA482HC', nazione: '' },
  ...{ dal: '2026-11-01', al: '2026-11-20', prova_periodo: 'carta di circolazione', ricevuta_il: '2026-11-20' },
  ...{ scadenza: '2020-01-10', registrata_da: 'Elena Prova', registrata_il: '2026-11-20T13:00:00.000Z' },
  ...{ identita: null, proroga: null, cancellazione: null, stato: 'open', chiusura: null },
  ...{ limitazione: null, limitati: 0, preavviso: null, revoca: null },
});

const FOUND: PersonFindings = {
  transiti: {
    n: 2,
    dal: '2026-11-02T10:00:00.000Z',
    al: '2026-11-03T10:00:00.000Z',
    varchi: [{ varco: 'Porta Fiume', n: 2 }],
    altra_nazione: 0,
  },
  immagini: { intere: 2, targa: 1, contesto: 0 },
  controlli: { assicurazione: 1, revisione: 0, registro_il: null },
  liste: [{ lista: 'blacklist', n: 1 }],
  allarmi: [{ tipo: 'blacklist', esito: null, n: 1 }],
  ...{
    visure: 0,
    esportazioni: 0,
    note: 0,
    etichette: 0,
    correzioni: { verso: 0, da: 0 },
    blocchi: 0,
    consultazioni: 3,
  },
};

interface Call {
  readonly route: string;
  readonly body: unknown;
}

/** The request after the calls so far. */
function findRequest(calls: readonly Call[], tipo: PersonRequestKind): PersonRequest {
  const by = { da: 'Elena Prova', il: '2026-11-20T14:00:00.000Z' };
  const has = (action: string): boolean =>
    calls.some(({ route }) => route === `POST /api/person-requests/${ID}/${action}`);
  return {
    ...buildPersonRequest(),
    tipo,
    identita: has('identity') ? { prova: 'carta di identità', ...by } : null,
    cancellazione: has('erase') ? { transiti: 2, trattenuti: 0, ...by } : null,
    limitazione: has('restrict') ? { transiti: 2, trattenuti: 1, ...by } : null,
    limitati: has('restrict') && !has('lift') && !has('erase') ? 2 : 0,
    preavviso: has('announce-lift') ? { motivo: 'dati verificati', ...by } : null,
    revoca: has('lift') ? { transiti: 2, ...by } : null,
    stato: has('end') ? 'answered' : 'open',
    chiusura: has('end') ? { motivo_rifiuto: null, decisione: '', impronta: 'ab'.repeat(32), ...by } : null,
  };
}

/** The letter about the end of a restriction. */
const NOTICE = {
  ...{
    ente: 'Prova · impianto Prova',
    riferimento: 'Prot. 12/2026',
    data: '20/11/2026',
    destinatario: 'Chiara Inventata',
  },
  ...{ recapito: 'Via Finta 1', oggetto: 'Preavviso della revoca della limitazione del trattamento', allegato: null },
  paragrafi: [{ titolo: 'La revoca', testo: 'La informiamo che la limitazione sarà revocata.' }],
};

/** Answers of a plant that has one request, of erasure or restriction. */
export function respondToPersonRequestCall(
  route: string,
  { calls, mode }: { readonly calls: readonly Call[]; readonly mode: string },
): unknown {
  const request = findRequest(calls, mode === 'to-restrict' ? 'restriction' : 'erasure');
  if (route.endsWith('/restriction-notice')) return NOTICE;
  if (route === 'GET /api/person-requests/due') return { lotti: request.stato === 'open' ? [request.lotto] : [] };
  if (route === 'GET /api/person-requests') return { objects: [request] };
  if (!route.endsWith('/search')) return request;
  const transits = ['2026-11-02T10:00:00.000Z', '2026-11-03T10:00:00.000Z'];
  const isGone = request.cancellazione !== null || (request.limitati ?? 0) > 0;
  const none = { n: 0, dal: null, al: null, varchi: [], altra_nazione: 0 };
  const limitati = { n: 2, dal: '2026-11-02T10:00:00.000Z', al: '2026-11-03T10:00:00.000Z' };
  const trovato = isGone ? { ...FOUND, transiti: none, limitati } : FOUND;
  return {
    trovato,
    transiti: isGone ? [] : transits.map((data) => ({ data, varco: 'Porta Fiume', direzione: 1, corsia: 1 })),
  };
}
