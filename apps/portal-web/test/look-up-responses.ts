import { buildPagination } from './pagination.ts';

/** Vehicle data of the test plant; invented. */
const BOOKLET = {
  plate: 'GK508RB',
  chassis: 'ZZZ0123456789ABCD',
  insurance: {
    company: 'Compagnia del Delta',
    policy: '7/8',
    from: '2025-12-01',
    to: '2999-11-30',
    grace_until: '2999-12-15',
    situation: 'Contratto in corso',
  },
};

const OWNED = {
  visura_effettuata_il: '2026-11-20T13:31:58.000Z',
  dati_assicurazione: null,
  allarme_lista_a1_scntt: false,
  allarme_lista_c_scntt: false,
  dati_anagrafici: null,
  dati_societa: {
    ragione_sociale: 'Trasporti Gelsi srl',
    partita_iva: '12345670008',
    indirizzo: 'Via dei Gelsi 4',
    citta: 'Cervia',
    provincia: 'RA',
  },
};

/** A look-up response of the plant. */
export const buildLookUpResponse = (body: Readonly<Record<string, unknown>>) => {
  const isStored = JSON.stringify(body['search_sources']) === '["cache"]';
  const hasInfo = body['campo_ricerca'] !== 'ZZ999ZZ';
  return {
    id: typeof body['visura_id'] === 'string' ? body['visura_id'] : '7a1d0000-0000-4000-8000-000000000001',
    data: '2026-11-20T13:31:58.000Z',
    completata_il: '2026-11-20T13:31:58.000Z',
    stato: hasInfo ? 'riuscita' : 'non_trovata',
    errore: '',
    user_id: 15,
    utente: 'pagante',
    motivo: null,
    tipo_richiesta: body['tipo_richiesta'] ?? 3,
    tipo_ricerca: body['tipo_ricerca'] ?? 0,
    tipo_veicolo: body['tipo_veicolo'] ?? null,
    campo_ricerca: body['campo_ricerca'] ?? '',
    pagamento: body['pagamento'] ?? false,
    da_cache: isStored,
    costo_centesimi: 0,
    ricevuta: null,
    has_info: hasInfo,
    info: hasInfo ? BOOKLET : null,
    pdf_allegato_1: null,
    pdf_allegato_2: null,
    processed_info: body['campo_ricerca'] === 'GK508RB' ? OWNED : null,
    targa: 'GK508RB',
    tipo: 3,
    codiceFiscale: null,
    tipoVeicolo: 0,
    numeroPatente: null,
    pdfAnteprimaPatente_pdf: null,
    pdfPatente_pdf: null,
  };
};

/** Stored look-ups of a plant: one, with the requested plate. */
export const buildLookUpPage = (body: Readonly<Record<string, unknown>>) => ({
  objects: [buildLookUpResponse({ ...body, search_sources: [] })],
  pagination: buildPagination(1, { paginate: true, page_size: 50, limit: 50, kind: 'page' }),
});

export const LOOK_UP_COSTS = {
  mesi: [{ mese: '2026-11', visure: 3, pagate: 1, da_cache: 1, centesimi: 162 }],
  ultimi_addebiti: [{ tipo_richiesta: 3, centesimi: 162, data: '2026-11-19T10:00:00.000Z' }],
  paga: 'Comune di Cesena, Cesena Cintura',
};
