import { ALERT_KINDS, ALERT_OUTCOMES } from '@varco/domain/alerts/alert-kinds.ts';
import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant, Plate, plainText } from '../wire.ts';

/** Requests of people about their data: GDPR art. 12 and 15 to 18, D.Lgs. 51/2018 art. 11 to 14 (ADR 0064). */

export const PERSON_REQUEST_KINDS = ['access', 'rectification', 'erasure', 'restriction'] as const;
export type PersonRequestKind = (typeof PERSON_REQUEST_KINDS)[number];

export const PERSON_REQUEST_REGIMES = ['gdpr', 'police'] as const;
export type PersonRequestRegime = (typeof PERSON_REQUEST_REGIMES)[number];

/** Grounds on which a request may be refused under both regimes. */
const COMMON_GROUNDS = ['identity', 'unfounded', 'no_data'] as const;
/** GDPR art. 17(3). Under the police regime it would tell the person of an investigation. */
const GDPR_GROUNDS = ['legal_hold'] as const;
/** Grounds of D.Lgs. 51/2018 art. 14. */
const POLICE_GROUNDS = ['investigation', 'public_security', 'national_security', 'rights_of_others'] as const;
const REFUSAL_GROUNDS = [...COMMON_GROUNDS, ...GDPR_GROUNDS, ...POLICE_GROUNDS] as const;
export type RefusalGround = (typeof REFUSAL_GROUNDS)[number];

/** The grounds of a regime. */
export const listRefusalGrounds = (regime: PersonRequestRegime): readonly RefusalGround[] => [
  ...COMMON_GROUNDS,
  ...(regime === 'police' ? POLICE_GROUNDS : GDPR_GROUNDS),
];

/** More transits of one plate are not answered at once: the request is put for parts of the period. */
export const MAX_PERSON_TRANSITS = 20_000;
/** Days before the due date from which a request counts as urgent. */
export const URGENT_DAYS = 7;

/** A text that must say something. */
export const requiredText = (max: number) =>
  plainText(max)
    .transform((text) => text.trim())
    .pipe(z.string().min(3));

/** What a plant holds about the plate of a request in its period. Only numbers, instants and names of gates. */
export const PersonFindings = z
  .object({
    transiti: z.object({
      n: z.int().min(0),
      dal: IsoInstant.nullable(),
      al: IsoInstant.nullable(),
      varchi: z.array(z.object({ varco: z.string().max(120), n: z.int().min(1) })).max(5000),
      /** Reads of the same characters with the plate of another nation, which are not the person's. */
      altra_nazione: z.int().min(0),
    }),
    /** Transits with a stored picture of that kind. */
    immagini: z.object({ intere: z.int().min(0), targa: z.int().min(0), contesto: z.int().min(0) }),
    /** Transits with an answer about insurance or inspection, and the last answer of the registry in the period. */
    controlli: z.object({
      assicurazione: z.int().min(0),
      revisione: z.int().min(0),
      registro_il: IsoInstant.nullable(),
    }),
    liste: z.array(z.object({ lista: z.enum(['blacklist', 'whitelist', 'figurehead']), n: z.int().min(1) })).max(3),
    /** `esito` null: without an outcome. */
    allarmi: z
      .array(z.object({ tipo: z.enum(ALERT_KINDS), esito: z.enum(ALERT_OUTCOMES).nullable(), n: z.int().min(1) }))
      .max(200),
    visure: z.int().min(0),
    /** Exports whose log entry names the plate. */
    esportazioni: z.int().min(0),
    note: z.int().min(0),
    etichette: z.int().min(0),
    /** Transits whose plate was corrected to this one, and those read so that are another vehicle's. */
    correzioni: z.object({ verso: z.int().min(0), da: z.int().min(0) }),
    /** Transits of the plate and period that a request restricted, which nothing else here counts; absent in older answers. */
    limitati: z.object({ n: z.int().min(0), dal: IsoInstant.nullable(), al: IsoInstant.nullable() }).optional(),
    /** Legal holds in force that touch the plate, or every plate, in the period. */
    blocchi: z.int().min(0),
    /** Entries of the consultation log that name the plate, without those of requests of people. */
    consultazioni: z.int().min(0),
  })
  .meta({ id: 'PersonFindings' });
export type PersonFindings = z.output<typeof PersonFindings>;

/** A transit as the person receives it. */
export const PersonTransit = z
  .object({
    data: IsoInstant,
    varco: z.string().max(120),
    /** 1 to 4 as in a transit; 0: unknown. */
    direzione: z.int().min(0).max(4),
    corsia: z.int().min(0).max(20).nullable(),
  })
  .meta({ id: 'PersonTransit' });
export type PersonTransit = z.output<typeof PersonTransit>;

const PersonRequestFields = {
  /** Number in the register of the body. */
  riferimento: z.string().min(1).max(60),
  tipo: z.enum(PERSON_REQUEST_KINDS),
  regime: z.enum(PERSON_REQUEST_REGIMES),
  nome: z.string().max(200),
  recapito: z.string().max(300),
  targa: Plate,
  /** International sign; empty: not stated. */
  nazione: z.string().regex(/^[A-Z]{0,3}$/),
  /** Days of Rome, both included, in which the vehicle was theirs. */
  dal: IsoDate,
  al: IsoDate,
  prova_periodo: z.string().max(500),
  ricevuta_il: IsoDate,
};

/** A request as one plant has it. */
export const PersonRequest = z
  .object({
    id: z.uuid(),
    /** Chosen by the browser, the same on every plant of one request. */
    lotto: z.uuid(),
    ...PersonRequestFields,
    scadenza: IsoDate,
    registrata_da: z.string().max(200),
    registrata_il: IsoInstant,
    /** How identity was proven; null: not yet, so nothing may be disclosed. */
    identita: z.object({ prova: z.string().max(500), da: z.string().max(200), il: IsoInstant }).nullable(),
    proroga: z.object({ motivo: z.string().max(500), da: z.string().max(200), il: IsoInstant }).nullable(),
    cancellazione: z
      .object({
        transiti: z.int().min(0),
        /** Not deleted because of a legal hold. */
        trattenuti: z.int().min(0),
        da: z.string().max(200),
        il: IsoInstant,
      })
      .nullable(),
    /** The four fields of a restriction are absent on older plants. */
    limitazione: z
      .object({
        transiti: z.int().min(0),
        /** Not restricted because of a legal hold. */
        trattenuti: z.int().min(0),
        da: z.string().max(200),
        il: IsoInstant,
      })
      .nullable()
      .optional(),
    /** Transits that are restricted now; they end with their term like all others. */
    limitati: z.int().min(0).optional(),
    /** The person was informed that the restriction will be lifted, and why. */
    preavviso: z
      .object({ motivo: z.string().max(500), da: z.string().max(200), il: IsoInstant })
      .nullable()
      .optional(),
    revoca: z
      .object({ transiti: z.int().min(0), da: z.string().max(200), il: IsoInstant })
      .nullable()
      .optional(),
    stato: z.enum(['open', 'answered', 'refused', 'withdrawn']),
    chiusura: z
      .object({
        motivo_rifiuto: z.enum(REFUSAL_GROUNDS).nullable(),
        decisione: z.string().max(2000),
        da: z.string().max(200),
        il: IsoInstant,
        /** SHA-256 of the record, as it stands in the consultation log; empty: withdrawn. */
        impronta: z.string().max(64),
      })
      .nullable(),
  })
  .meta({ id: 'PersonRequest' });
export type PersonRequest = z.output<typeof PersonRequest>;

/** Members of a group that works requests off. */
export const HANDLE = { who: 'plant-user', rule: 'requests.handle' } as const;
export const IdParam = z.object({ id: z.uuid() });

export const listPersonRequests = endpoint({
  id: 'listPersonRequests',
  method: 'GET',
  path: '/api/person-requests',
  summary:
    'Requests of people about their data: open ones first, the one that is due first; then the newest closed ones',
  response: z.object({ objects: z.array(PersonRequest).max(500) }).meta({ id: 'PersonRequests' }),
  errors: CALL_ERRORS,
  access: HANDLE,
  audit: 'person-requests.list',
  limit: 'read',
});

export const countDuePersonRequests = endpoint({
  id: 'countDuePersonRequests',
  method: 'GET',
  path: '/api/person-requests/due',
  summary: 'Open requests that are due within seven days or overdue, by the id that is the same on every plant',
  response: z.object({ lotti: z.array(z.uuid()).max(500) }).meta({ id: 'DuePersonRequests' }),
  errors: CALL_ERRORS,
  access: HANDLE,
  audit: null,
  limit: 'read',
});

/** Parts of every call that changes a request. */
export const change = { access: HANDLE, limit: 'command', grows: ['database'] } as const;

/** The same `lotto` again returns the first record. The plant computes the due date. */
export const addPersonRequest = endpoint({
  ...change,
  id: 'addPersonRequest',
  method: 'POST',
  path: '/api/person-requests',
  summary: 'Enter a request that a person made',
  body: z.object({
    lotto: z.uuid(),
    ...PersonRequestFields,
    riferimento: plainText(60)
      .transform((text) => text.trim())
      .pipe(z.string().min(1)),
    nome: requiredText(200),
    recapito: requiredText(300),
    prova_periodo: plainText(500).transform((text) => text.trim()),
  }),
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'person-requests.add',
});

/** `conflict`/`request_closed`. Stated once; a second statement returns `conflict`. */
export const provePersonIdentity = endpoint({
  ...change,
  id: 'provePersonIdentity',
  method: 'POST',
  path: '/api/person-requests/:id/identity',
  summary: 'State how the identity of the person was proven',
  params: IdParam,
  body: z.object({ prova: requiredText(500) }),
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'person-requests.identity',
});

/** `conflict`/`request_not_extendable`: extended before, or the first month is over. */
export const extendPersonRequest = endpoint({
  ...change,
  id: 'extendPersonRequest',
  method: 'POST',
  path: '/api/person-requests/:id/extend',
  summary: 'Extend the time for an answer by two months, once',
  params: IdParam,
  body: z.object({ motivo: requiredText(500) }),
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'person-requests.extend',
});

/**
 * The exact plate, within the period of the request. `conflict`/`request_no_identity`, `request_closed`, `request_too_large`: more
 * than `MAX_PERSON_TRANSITS`.
 */
export const searchPersonRequest = endpoint({
  id: 'searchPersonRequest',
  method: 'POST',
  path: '/api/person-requests/:id/search',
  summary: 'Everything the plant holds about the plate of a request in its period',
  params: IdParam,
  response: z
    .object({ trovato: PersonFindings, transiti: z.array(PersonTransit).max(MAX_PERSON_TRANSITS) })
    .meta({ id: 'PersonSearch' }),
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: HANDLE,
  audit: 'person-requests.search',
  limit: 'search',
});

/**
 * Deletes the transits with everything that hangs from them; those under a legal hold stay. Of a restriction, also a closed one: what is
 * restricted (`limitati`). `conflict`/`request_changed`: the number is another one now; `request_not_restricted`; the others as in the
 * search. An interrupted deletion is repeated.
 */
export const erasePersonData = endpoint({
  id: 'erasePersonData',
  method: 'POST',
  path: '/api/person-requests/:id/erase',
  summary: 'Delete the transits that a request of erasure asks for, or those that a restriction holds',
  params: IdParam,
  body: z.object({
    /** Number of transits that the last search found, or that are restricted. */
    transiti: z.int().min(0).max(MAX_PERSON_TRANSITS),
  }),
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: HANDLE,
  audit: 'person-requests.erase',
  limit: 'search',
});

/**
 * Fixes the request. `conflict`/`request_closed`; `request_no_identity`: an answer needs the identity; `request_not_erased`,
 * `request_not_restricted`: an erasure or restriction that was not carried out.
 */
export const endPersonRequest = endpoint({
  ...change,
  id: 'endPersonRequest',
  method: 'POST',
  path: '/api/person-requests/:id/end',
  summary: 'Answer or refuse a request, or note that it was withdrawn',
  params: IdParam,
  body: z
    .object({
      stato: z.enum(['answered', 'refused', 'withdrawn']),
      motivo_rifiuto: z.enum(REFUSAL_GROUNDS).nullable(),
      decisione: plainText(2000).transform((text) => text.trim()),
    })
    .refine(({ stato, motivo_rifiuto: ground }) => (stato === 'refused') === (ground !== null), 'ground'),
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'person-requests.end',
  limit: 'search',
});

/** A letter to the person, in Italian. */
export const PersonLetter = z
  .object({
    ente: z.string().max(400),
    riferimento: z.string().max(60),
    data: z.string().max(40),
    destinatario: z.string().max(200),
    recapito: z.string().max(300),
    oggetto: z.string().max(400),
    paragrafi: z.array(z.object({ titolo: z.string().max(120), testo: z.string().max(4000) })).max(20),
    /** Null: the answer has no table. */
    allegato: z
      .object({
        transiti: z.array(PersonTransit).max(MAX_PERSON_TRANSITS),
        /** Transits of the answer that have ended since. */
        mancanti: z.int().min(0),
      })
      .nullable(),
  })
  .meta({ id: 'PersonLetter' });

/** `conflict`: still open, or withdrawn. */
export const writePersonLetter = endpoint({
  id: 'writePersonLetter',
  method: 'GET',
  path: '/api/person-requests/:id/letter',
  summary: 'The letter to the person, in Italian, and for an access the table of transits',
  params: IdParam,
  response: PersonLetter,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: HANDLE,
  audit: 'person-requests.letter',
  limit: 'search',
});
