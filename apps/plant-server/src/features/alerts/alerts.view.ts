import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import { ESCALATION_LEVELS } from '@varco/domain/alerts/alert-kinds.ts';
import { findVehicleDifferences } from '@varco/domain/alerts/vehicle-differences.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { z } from 'zod';
import type { AlertRow } from './alert.repository.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import { FLAG } from '../transits/transits.public.ts';

/** Copy of the list entry made by `buildInsertAlertsSql`. */
const EntryFacts = z.object({
  uuid: z.string().catch(''),
  text: z.string().catch(''),
  status: z.string().catch(''),
  note1: z.string().catch(''),
  note2: z.string().catch(''),
  since: z.string().nullable().catch(null),
  until: z.string().nullable().catch(null),
  author: z.string().catch(''),
  reserved: z.boolean().catch(false),
});

export interface AlertViewContext {
  readonly codes: CodeDictionary;
  /** Names of gates by id. */
  readonly gates: ReadonlyMap<number, { readonly fullname: string }>;
  /** Uuid of the reader. */
  readonly uuid: string;
}

const toOptionalInstant = (text: string | null): string | null =>
  text === null ? null : toIsoInstant(parseInstantMs(text));

function toAlertEntry(row: AlertRow): LiveAlert['voce'] {
  if (row.list === '') return null;
  const facts = EntryFacts.parse(row.entry_facts);
  return {
    lista: row.list === 'figurehead' ? 'prestanome' : 'blacklist',
    uuid: facts.uuid,
    voce: facts.text,
    stato: facts.status,
    note1: facts.note1,
    note2: facts.note2,
    inserita_il: toOptionalInstant(facts.since),
    data_scadenza: toOptionalInstant(facts.until),
    autore: facts.author,
    riservata: facts.reserved,
  };
}

/** An alert in the format of the API. */
export function toLiveAlert(row: AlertRow, { codes, gates, uuid }: AlertViewContext): LiveAlert {
  const found = RegistryVehicleFacts.safeParse(row.vehicle);
  const registered = found.success ? found.data : null;
  const seen = {
    marca: codes.getWord('brand', row.brand),
    modello: codes.getWord('model', row.model),
    colore: codes.getWord('colour', row.colour),
    class: codes.getWord('class', row.vclass),
  };
  const has = (flag: number): boolean => (row.flags & flag) > 0;
  return {
    id: row.id,
    ver: row.version,
    tipo: row.kind,
    priorita: row.priority,
    targa: row.plate,
    targa_corretta: row.corrected ?? '',
    nazione: codes.getWord('nation', row.nation),
    data: row.ts,
    segnalato_il: row.raised_at,
    transito: row.transit,
    varco: gates.get(row.gate)?.fullname ?? '',
    varco_id: row.gate,
    vicinanza: row.closeness,
    voce: toAlertEntry(row),
    letto: seen,
    registro:
      registered === null
        ? null
        : {
            marca: registered.brand,
            modello: registered.model,
            colore: registered.colour,
            class: registered.class,
            rubata_dal: registered.stolen_since,
          },
    differenze:
      registered === null ? [] : [...findVehicleDifferences({ brand: seen.marca, colour: seen.colore }, registered)],
    has_image: has(FLAG.full),
    has_plate_image: has(FLAG.plate),
    has_context_image: has(FLAG.context),
    in_carico_a: row.owner_name,
    in_carico_mio: row.owner === uuid,
    in_carico_dal: row.taken_at,
    sollecitato_il: row.escalated_at,
    sollecitato_a: ESCALATION_LEVELS[row.escalation] ?? null,
    verificato_da: row.verified_by,
    verificato_il: row.verified_at,
    inviata: row.sent_to,
    inviata_da: row.sent_by,
    inviata_il: row.sent_at,
    esito: row.outcome,
    esito_nota: row.outcome_note,
    esito_da: row.outcome_by,
    esito_il: row.outcome_at,
  };
}
