import type { RunLookUpResponse, LookUpObject, LookUpState } from '@varco/contract/plant/look-ups.ts';
import type { ProcessedInfo } from '@varco/contract/plant/transit-detail.ts';
import type { LookUpRecord } from '@varco/contract/registry/look-up.ts';
import { LOOK_UP_KEYS } from '@varco/domain/look-ups/look-up-codes.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import { toInsuranceInfo } from '../ministry/ministry.public.ts';
import { openLookUpAnswer, openLookUpKey, openLookUpReason } from './look-up-codec.ts';
import type { LookUpRow } from './look-up.repository.ts';

function toLookUpState(row: LookUpRow): LookUpState {
  if (row.state === 2) return row.is_found ? 'riuscita' : 'non_trovata';
  return (['in_attesa', 'in_corso'] as const)[row.state] ?? (row.state === 4 ? 'annullata' : 'fallita');
}

/** Owner and insurance contract as shown in the transit detail (T 3.1). */
export function toProcessedInfo(record: LookUpRecord, at: string): ProcessedInfo {
  const { insurance, administrative, person, company } = record;
  const place = (owner: { street: string; municipality: string; province: string }) => ({
    indirizzo: owner.street,
    citta: owner.municipality,
    provincia: owner.province,
  });
  return {
    visura_effettuata_il: at,
    dati_assicurazione: toInsuranceInfo(insurance),
    allarme_lista_a1_scntt: administrative?.list_a1 ?? false,
    allarme_lista_c_scntt: administrative?.list_c ?? false,
    dati_anagrafici:
      person === undefined
        ? null
        : {
            nominativo: person.name,
            codice_fiscale: person.tax_code,
            data_nascita: person.born,
            ...place(person),
          },
    dati_societa:
      company === undefined
        ? null
        : { ragione_sociale: company.name, partita_iva: company.vat_number, ...place(company) },
  };
}

/** A stored look-up in the format of the API; includes the response only when `row` was read with it. */
export function toLookUpObject(key: ServerKey, row: LookUpRow): LookUpObject {
  const reason = openLookUpReason(key, row);
  const answer = openLookUpAnswer(key, row);
  const record = answer?.record ?? null;
  return {
    id: row.id,
    data: row.finished_at !== null && row.state === 2 ? row.finished_at : row.asked_at,
    completata_il: row.finished_at,
    stato: toLookUpState(row),
    errore: row.problem,
    user_id: row.user_id,
    utente: row.username,
    motivo: reason === null ? null : { code: reason.code, testo: reason.text, fascicolo: reason.case },
    tipo_richiesta: row.request,
    tipo_ricerca: row.key_kind,
    tipo_veicolo: row.vehicle_kind,
    campo_ricerca: openLookUpKey(key, row),
    pagamento: row.is_paid,
    da_cache: row.from_look_up !== null,
    costo_centesimi: row.cents,
    ricevuta: row.receipt,
    has_info: row.has_answer,
    info: record,
    pdf_allegato_1: answer?.documents?.preview ?? null,
    pdf_allegato_2: answer?.documents?.full ?? null,
    processed_info: record === null ? null : toProcessedInfo(record, row.finished_at ?? row.asked_at),
  };
}

/** One look-up with the additional fields that clients read (T 7.4). */
export function toLookUpAnswer(key: ServerKey, row: LookUpRow): RunLookUpResponse {
  const object = toLookUpObject(key, row);
  const { info, campo_ricerca: requested, tipo_ricerca: kind } = object;
  const isRequested = (wanted: number): string | null => (kind === wanted ? requested : null);
  return {
    ...object,
    targa: info?.plate ?? isRequested(LOOK_UP_KEYS.targa),
    tipo: object.tipo_richiesta,
    codiceFiscale: info?.person?.tax_code ?? info?.company?.vat_number ?? isRequested(LOOK_UP_KEYS['codice-fiscale']),
    tipoVeicolo: object.tipo_veicolo,
    numeroPatente: info?.licence?.number ?? isRequested(LOOK_UP_KEYS['numero-patente']),
    pdfAnteprimaPatente_pdf: object.pdf_allegato_1,
    pdfPatente_pdf: object.pdf_allegato_2,
  };
}
