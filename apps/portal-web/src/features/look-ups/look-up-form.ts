import { z } from 'zod';
import {
  LOOK_UP_KEYS,
  LOOK_UP_REQUESTS,
  LOOK_UP_VEHICLES,
  normaliseLookUpText,
  type LookUpKey,
  type LookUpRequest,
  type LookUpVehicle,
} from '@varco/domain/look-ups/look-up-codes.ts';

const vehicle = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const text = z.string().max(60);

/** Values of the look-up forms (T 3.11) as typed; stored encrypted for 24 hours. */
export const LookUpForm = z.object({
  /** Id of the plant; null: none selected yet. */
  selectedPeer: z.int().nullable(),
  rca: z.object({ plate: text, vehicleType: vehicle, complete: z.boolean() }),
  libretto: z.object({
    search: text,
    searchType: z.union([z.literal(0), z.literal(2), z.literal(3)]),
    vehicleType: vehicle,
  }),
  patente: z.object({
    search: text,
    searchType: z.union([z.literal(1), z.literal(2)]),
    searchResult: z.union([z.literal(5), z.literal(6)]),
  }),
});
export type LookUpForm = z.infer<typeof LookUpForm>;

/** Initial values (T 3.11): empty texts, a car, Libretto by plate, Patente by licence number, personal data. */
export const EMPTY_LOOK_UP_FORM: LookUpForm = {
  selectedPeer: null,
  rca: { plate: '', vehicleType: LOOK_UP_VEHICLES.autoveicolo, complete: false },
  libretto: { search: '', searchType: LOOK_UP_KEYS.targa, vehicleType: LOOK_UP_VEHICLES.autoveicolo },
  patente: {
    search: '',
    searchType: LOOK_UP_KEYS['numero-patente'],
    searchResult: LOOK_UP_REQUESTS['dati-patente'],
  },
};

export type FormName = 'rca' | 'libretto' | 'patente';

/** Form for a look-up opened from a transit: plate and vehicle type filled in. */
export function createPrefilledForm(peerId: number, plate: string, vehicleType: LookUpVehicle): LookUpForm {
  return {
    ...EMPTY_LOOK_UP_FORM,
    selectedPeer: peerId,
    rca: { ...EMPTY_LOOK_UP_FORM.rca, plate, vehicleType },
    libretto: { ...EMPTY_LOOK_UP_FORM.libretto, search: plate, vehicleType },
  };
}

/** The request one form makes (wire names). */
export interface LookUpRequestFields {
  readonly campo_ricerca: string;
  readonly tipo_ricerca: LookUpKey;
  readonly tipo_richiesta: LookUpRequest;
  readonly tipo_veicolo: LookUpVehicle | null;
}

/** T 7.4, readings TA43: the request of a form; null while its search field is empty. */
export function buildLookUpRequest(form: LookUpForm, name: FormName): LookUpRequestFields | null {
  const question = REQUEST_BUILDERS[name](form);
  return question.campo_ricerca === '' ? null : question;
}

const REQUEST_BUILDERS: Readonly<Record<FormName, (form: LookUpForm) => LookUpRequestFields>> = {
  rca: ({ rca }) => ({
    campo_ricerca: normaliseLookUpText(rca.plate),
    tipo_ricerca: LOOK_UP_KEYS.targa,
    tipo_richiesta: rca.complete ? LOOK_UP_REQUESTS['dettagli-veicolo'] : LOOK_UP_REQUESTS.base,
    tipo_veicolo: rca.vehicleType,
  }),
  libretto: ({ libretto }) => ({
    campo_ricerca: normaliseLookUpText(libretto.search),
    tipo_ricerca: libretto.searchType,
    tipo_richiesta: LOOK_UP_REQUESTS.libretto,
    tipo_veicolo: libretto.vehicleType,
  }),
  patente: ({ patente }) => ({
    campo_ricerca: normaliseLookUpText(patente.search),
    tipo_ricerca: patente.searchType,
    tipo_richiesta: patente.searchResult,
    tipo_veicolo: null,
  }),
};
