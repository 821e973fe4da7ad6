import { ALERT_CHOICES, ALERT_KINDS, ALERT_OUTCOMES, hasAlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { ODDS_TERMS } from '@varco/domain/alerts/misread-odds.ts';
import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint, eventStream } from '../endpoint.ts';
import { IsoInstant, MAX_FILTER_GATES, plainText, Plate, TransitId } from '../wire.ts';
import { PictureTickets } from './transit.ts';

const Kind = z.enum(ALERT_KINDS);
const Outcome = z.enum(ALERT_OUTCOMES);
const AlertId = z.string().regex(/^\d{1,18}$/);
/** Sequence number in the alert stream of one plant. */
const StreamId = z.string().regex(/^\d{1,18}$/);

/** Description of a vehicle; empty: unknown. */
const Vehicle = z.object({
  marca: z.string().max(60),
  modello: z.string().max(60),
  colore: z.string().max(20),
  class: z.string().max(20),
});

/** The list entry behind an alert, as it was at that moment. Empty texts: the entry has none. */
const AlertEntry = z.object({
  lista: z.enum(['blacklist', 'prestanome']),
  uuid: z.string().max(36),
  /** Plate or pattern; for a nominee owner ("prestanome") the tax code or VAT number. */
  voce: z.string().max(40),
  stato: z.string().max(155),
  note1: z.string().max(255),
  note2: z.string().max(255),
  inserita_il: IsoInstant.nullable(),
  data_scadenza: IsoInstant.nullable(),
  autore: z.string().max(200),
  riservata: z.boolean(),
});

/** An alert as a person may see it. `ver` grows with each change; a higher version replaces a lower one. */
export const LiveAlert = z
  .object({
    id: AlertId,
    ver: z.int().min(1),
    tipo: Kind,
    /** 1: needs attention at once; 2: soon; 3: for information. */
    priorita: z.int().min(1).max(3),
    targa: z.string().max(32),
    /** The plate as a person corrected the read; empty: not corrected. Not sent by older plants. */
    targa_corretta: z.string().max(32).default(''),
    nazione: z.string().max(3),
    /** Time of the passage. */
    data: IsoInstant,
    /** When the plant raised it: later than the passage for a delayed read or a delayed check. */
    segnalato_il: IsoInstant,
    transito: TransitId,
    varco: z.string().max(120),
    varco_id: z.int(),
    /** How the plate matched the entry; `misread`: perhaps another plate. */
    vicinanza: z.enum(['exact', 'pattern', 'misread']),
    voce: AlertEntry.nullable(),
    /** The vehicle as seen by the camera. */
    letto: Vehicle,
    /** The registered vehicle; null: not checked, or not registered. */
    registro: Vehicle.extend({ rubata_dal: z.iso.date().nullable() }).nullable(),
    /** Fields in which the two differ. */
    differenze: z.array(z.enum(['brand', 'colour'])).max(2),
    has_image: z.boolean(),
    has_plate_image: z.boolean(),
    has_context_image: z.boolean(),
    /** Who handles it; empty: nobody yet. */
    in_carico_a: z.string().max(200),
    in_carico_mio: z.boolean(),
    in_carico_dal: IsoInstant.nullable(),
    /** When it was announced again because nobody had taken it. */
    sollecitato_il: IsoInstant.nullable(),
    /** To whom it has climbed because nobody took it; null: to nobody yet. */
    sollecitato_a: z.enum(['shift', 'supervisor']).nullable().default(null),
    verificato_da: z.string().max(200),
    verificato_il: IsoInstant.nullable(),
    /** Patrol that was sent; empty: none. */
    inviata: z.string().max(80),
    inviata_da: z.string().max(200),
    inviata_il: IsoInstant.nullable(),
    esito: Outcome.nullable(),
    esito_nota: z.string().max(500),
    esito_da: z.string().max(200),
    esito_il: IsoInstant.nullable(),
  })
  .meta({ id: 'LiveAlert' });
export type LiveAlert = z.infer<typeof LiveAlert>;

const READ = { who: 'plant-user', rule: 'alerts.read' } as const;

/**
 * T 7.2. Events: `ping` (data: time of the plant; at once and then every 15 s) and `alert` (data: `LiveAlert`);
 * `retry` 5000; `reopen` (data: milliseconds) is the last one of a stopping server. The id of an event is its sequence number in this plant's stream: when sent back in `last_id`, the
 * stream continues after it without repetitions.
 */
export const receiveAlerts = endpoint({
  id: 'receiveAlerts',
  method: 'POST',
  path: '/api/notifications/receive',
  summary: 'Live alerts as an event stream',
  body: z
    .object({
      /** Requested kinds; `varchi`: only alerts of `gates`. */
      alerts: z.array(z.enum(ALERT_CHOICES)).min(1).max(ALERT_CHOICES.length),
      gates: z.array(z.int().min(1).max(32_767)).max(500).optional(),
      last_id: StreamId.optional(),
    })
    .refine(({ alerts }) => hasAlertKind(alerts), 'gates alone open no stream'),
  response: eventStream,
  errors: CALL_ERRORS,
  access: READ,
  audit: 'alerts.stream',
  limit: 'events',
});

/** Filter of alerts; an absent field does not restrict. Instants of the passage, half-open. */
export const AlertFilter = z.object({
  dal: IsoInstant.optional(),
  al: IsoInstant.optional(),
  tipi: z.array(Kind).max(ALERT_KINDS.length).optional(),
  varchi: z.array(z.int().min(1).max(32_767)).max(MAX_FILTER_GATES).optional(),
  targa: Plate.optional(),
  /** `aperti`: without an outcome. */
  stato: z.enum(['tutti', 'aperti', 'chiusi']).optional(),
  esiti: z.array(Outcome).max(ALERT_OUTCOMES.length).optional(),
});

export type AlertFilter = z.output<typeof AlertFilter>;

const search = { errors: [...CALL_ERRORS, 'reason_required'], access: READ, limit: 'search' } as const;
const change = { errors: [...CALL_ERRORS, 'not_found'], access: READ, limit: 'command' } as const;

export const searchAlerts = endpoint({
  ...search,
  id: 'searchAlerts',
  method: 'POST',
  path: '/api/alerts/search',
  summary: 'History of alerts, newest passage first',
  body: AlertFilter.extend({
    page_size: z.int().min(1).max(200).optional(),
    /** The last alert of the previous page. */
    dopo: z.object({ data: IsoInstant, id: AlertId }).optional(),
  }),
  response: z.object({ objects: z.array(LiveAlert).max(200), has_next: z.boolean() }),
  audit: 'alerts.search',
});

export const getAlert = endpoint({
  id: 'getAlert',
  method: 'POST',
  path: '/api/alerts/:id',
  summary: 'Present state of an alert, with one-use tickets of its pictures',
  params: z.object({ id: AlertId }),
  response: LiveAlert.extend({ tickets: PictureTickets }),
  errors: [...CALL_ERRORS, 'not_found'],
  access: READ,
  audit: 'alerts.read',
  limit: 'read',
});

/** A sum of log-odds (natural logarithm), or a contribution to it. */
const LogOdds = z.number().min(-100).max(100);

/** How likely the read behind an alert is right; the contributions of `voci` add up to `log_odds`. */
const ReadOdds = z
  .object({
    formula: z.string().max(20),
    /** Probability that the plate was read right, 0 to 1. */
    probabilita: z.number().min(0).max(1),
    log_odds: LogOdds,
    probabile_errore: z.boolean(),
    /** The two characters in question, the one read first, such as `8/B`; empty: none. */
    coppia: z.string().max(3),
    letto: Vehicle,
    /** The registered vehicle, else the one of the newest earlier passage; null: neither is known. */
    atteso: Vehicle.extend({ da: z.enum(['registry', 'passages']) }).nullable(),
    /** Earlier passages of the read plate that this user may see, 90 days. */
    passaggi: z.object({ al_varco: z.int().min(0), impianto: z.int().min(0) }),
    /** The plate one confused character away that speaks most against the read; null: none passed here. */
    vicina: Vehicle.extend({
      targa: z.string().max(32),
      al_varco: z.int().min(0),
      impianto: z.int().min(0),
      /** Corrections of the pair at the gate in 30 days. */
      correzioni: z.int().min(0),
    }).nullable(),
    voci: z
      .array(
        z.object({
          voce: z.enum(ODDS_TERMS),
          esito: z.enum(['for', 'against', 'neutral', 'unknown']),
          log_odds: LogOdds,
        }),
      )
      .max(ODDS_TERMS.length),
  })
  .meta({ id: 'ReadOdds' });
export type ReadOdds = z.infer<typeof ReadOdds>;

export const getReadOdds = endpoint({
  id: 'getReadOdds',
  method: 'POST',
  path: '/api/alerts/:id/odds',
  summary: 'How likely the read behind an alert is right, with the reasons that add up to it',
  params: z.object({ id: AlertId }),
  response: ReadOdds,
  errors: [...CALL_ERRORS, 'not_found'],
  access: READ,
  audit: 'alerts.read',
  limit: 'read',
});

export const takeAlert = endpoint({
  id: 'takeAlert',
  method: 'POST',
  path: '/api/alerts/:id/take',
  summary: 'Take an alert in charge; `anche_se_di_altri` takes it over',
  params: z.object({ id: AlertId }),
  body: z.object({ anche_se_di_altri: z.boolean().optional() }),
  response: LiveAlert,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: READ,
  audit: 'alerts.take',
  limit: 'command',
});

/**
 * Marks a decision so that it is taken once (ADR 0048). A repetition of `decisione` is answered with what was stored the first
 * time; with other content it is `conflict`/`decision_id_used`. When somebody decided after what the person saw, the answer is
 * `conflict`/`decided_meanwhile` and nothing changes.
 */
const DecisionMark = z.object({
  /** Made by the client, once for each decision. */
  decisione: z.uuid().optional(),
  /** The instant of the last decision of this kind that the person saw; absent or null: none. Only with `decisione`. */
  visto: IsoInstant.nullable().optional(),
});
export type DecisionMarkBody = z.output<typeof DecisionMark>;

export const verifyAlert = endpoint({
  ...change,
  id: 'verifyAlert',
  method: 'POST',
  path: '/api/alerts/:id/verify',
  summary: 'Record that a person compared plate and picture',
  params: z.object({ id: AlertId }),
  body: DecisionMark.optional(),
  response: LiveAlert,
  errors: [...change.errors, 'conflict'],
  audit: 'alerts.verify',
});

export const sendPatrol = endpoint({
  ...change,
  id: 'sendPatrol',
  method: 'POST',
  path: '/api/alerts/:id/send',
  summary: 'Record that a patrol is sent; `conflict`/`not_verified` before a person compared plate and picture',
  params: z.object({ id: AlertId }),
  body: DecisionMark.extend({ pattuglia: plainText(80).refine((name) => name.trim() !== '', 'empty') }),
  response: LiveAlert,
  errors: [...change.errors, 'conflict'],
  audit: 'alerts.send',
});

export const endAlert = endpoint({
  ...change,
  id: 'endAlert',
  method: 'POST',
  path: '/api/alerts/:id/outcome',
  summary: 'Record the outcome of an alert; a later one replaces it. `confirmed` needs the comparison (`not_verified`)',
  params: z.object({ id: AlertId }),
  body: DecisionMark.extend({ esito: Outcome, nota: plainText(500).optional() }),
  response: LiveAlert,
  errors: [...change.errors, 'conflict'],
  audit: 'alerts.end',
});

/** Numbers of alerts by outcome. */
const OutcomeCounts = z.object({
  totale: z.int().min(0),
  aperti: z.int().min(0),
  confirmed: z.int().min(0),
  misread: z.int().min(0),
  other_vehicle: z.int().min(0),
  outdated: z.int().min(0),
  no_action: z.int().min(0),
});
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

export const reportAlerts = endpoint({
  ...search,
  id: 'reportAlerts',
  method: 'POST',
  path: '/api/alerts/report',
  summary: 'Outcomes of the alerts of a period, per gate, per kind and per list entry',
  body: AlertFilter,
  response: z.object({
    varchi: z.array(OutcomeCounts.extend({ varco_id: z.int(), varco: z.string().max(120) })).max(1000),
    tipi: z.array(OutcomeCounts.extend({ tipo: Kind })).max(ALERT_KINDS.length),
    /** By list entry, most alerts first. Not sent by older plants. */
    voci: z
      .array(
        OutcomeCounts.extend({
          lista: z.enum(['blacklist', 'prestanome']),
          uuid: z.string().max(36),
          voce: z.string().max(40),
        }),
      )
      .max(200)
      .optional(),
  }),
  audit: 'alerts.report',
});
