import { z } from 'zod';
import {
  acceptsLookUpKey,
  isLookUpText,
  LOOK_UP_KEYS,
  LOOK_UP_REQUESTS,
  LOOK_UP_VEHICLES,
  normaliseLookUpText,
} from '@varco/domain/look-ups/look-up-codes.ts';
import { endpoint } from '../endpoint.ts';
import { LookUpRecord } from '../registry/look-up.ts';
import { commaList, IsoDate, IsoInstant, Pagination, plainText, QueryBoolean, Uuid, wireInt } from '../wire.ts';
import { ProcessedInfo } from './transit-detail.ts';

const numericCode = <T extends number>(values: readonly T[]) =>
  wireInt(0, values.length - 1).transform((value) => values[value] as T);

const Request = numericCode(Object.values(LOOK_UP_REQUESTS));
const Key = numericCode(Object.values(LOOK_UP_KEYS));
const Vehicle = numericCode(Object.values(LOOK_UP_VEHICLES));

/** Source of a result: the plant's stored results, the ministry, or both in this order. */
export const LookUpSource = z.enum(['cache', 'ministero']);
const Sources = commaList(LookUpSource, 2);

const KeyText = z.string().min(1).max(60).transform(normaliseLookUpText);

/**
 * Request of a look-up. `visura_id` is the client's own id of one request: when it is repeated under the same id, a
 * paid look-up is paid once. `chiave_ricerca` and `tipo_chiave` are the second form of T 3.11 (readings TA43).
 */
export const RunLookUpBody = z
  .strictObject({
    visura_id: Uuid.optional(),
    search_sources: Sources.default(['cache', 'ministero']),
    campo_ricerca: KeyText.optional(),
    chiave_ricerca: KeyText.optional(),
    tipo_ricerca: Key.optional(),
    tipo_chiave: Key.optional(),
    tipo_richiesta: Request,
    tipo_veicolo: Vehicle.nullish(),
    /** The person agreed to a paid look-up. */
    pagamento: QueryBoolean.default(false),
  })
  .transform(({ chiave_ricerca: otherText, tipo_chiave: otherKey, ...body }) => ({
    ...body,
    campo_ricerca: body.campo_ricerca ?? otherText ?? '',
    tipo_ricerca: body.tipo_ricerca ?? otherKey ?? LOOK_UP_KEYS.targa,
  }))
  .refine(({ tipo_richiesta: request, tipo_ricerca: key }) => acceptsLookUpKey(request, key), 'tipo_ricerca')
  .refine(({ tipo_ricerca: key, campo_ricerca: text }) => isLookUpText(key, text), 'campo_ricerca');
export type RunLookUpRequest = z.output<typeof RunLookUpBody>;

/**
 * State of a look-up: waiting, running (perhaps paid, result pending), found, not in the register, failed, cancelled.
 */
export const LookUpState = z.enum(['in_attesa', 'in_corso', 'riuscita', 'non_trovata', 'fallita', 'annullata']);
export type LookUpState = z.infer<typeof LookUpState>;

const base64Pdf = z.base64().max(400_000).nullable();

/** A look-up as stored (T 3.11, cached record). `data` is when it was made, `info` the ministry's result. */
export const LookUpObject = z
  .object({
    id: Uuid,
    data: IsoInstant,
    completata_il: IsoInstant.nullable(),
    stato: LookUpState,
    /** Sub-code of a failure; empty: none. */
    errore: z.string().max(40),
    user_id: z.int(),
    utente: z.string().max(120),
    /** The stated reason: code, text and case number. */
    motivo: z
      .object({ code: z.string().max(40), testo: z.string().max(1000), fascicolo: z.string().max(80).nullable() })
      .nullable(),
    tipo_richiesta: z.int().min(0).max(6),
    tipo_ricerca: z.int().min(0).max(3),
    tipo_veicolo: z.int().min(0).max(3).nullable(),
    campo_ricerca: z.string().max(60),
    pagamento: z.boolean(),
    da_cache: z.boolean(),
    costo_centesimi: z.int().min(0),
    ricevuta: z.string().max(40).nullable(),
    /** The result can still be opened. */
    has_info: z.boolean(),
    /** Only when one look-up, or the look-ups of one key, were requested. */
    info: LookUpRecord.nullable(),
    pdf_allegato_1: base64Pdf,
    pdf_allegato_2: base64Pdf,
    processed_info: ProcessedInfo.nullable(),
  })
  .meta({ id: 'LookUpObject' });
export type LookUpObject = z.infer<typeof LookUpObject>;

/** Response of a look-up just made (T 7.4): the stored record and more. */
export const RunLookUpResponse = LookUpObject.extend({
  targa: z.string().max(32).nullable(),
  tipo: z.int().min(0).max(6),
  codiceFiscale: z.string().max(16).nullable(),
  tipoVeicolo: z.int().min(0).max(3).nullable(),
  numeroPatente: z.string().max(20).nullable(),
  pdfAnteprimaPatente_pdf: base64Pdf,
  pdfPatente_pdf: base64Pdf,
}).meta({ id: 'LookUpAnswer' });
export type RunLookUpResponse = z.infer<typeof RunLookUpResponse>;

/**
 * Filter of past look-ups. Without an exact key only the caller's own are returned, except to administrators of the
 * plant.
 */
export const LookUpFilter = z.strictObject({
  search_sources: Sources.optional(),
  campo_ricerca: KeyText.optional(),
  /** Part of the key. */
  campo_ricerca__like: KeyText.optional(),
  tipo_ricerca: Key.optional(),
  tipo_richiesta: Request.optional(),
  tipo_veicolo: Vehicle.optional(),
  pagamento: QueryBoolean.optional(),
  user_id: wireInt(1, 2_147_483_647).optional(),
  /** Days of the plant, both included. */
  da: IsoDate.optional(),
  a: IsoDate.optional(),
  order_by: z.enum(['-data', 'data']).default('-data'),
  paginate: QueryBoolean.default(true),
  page_size: wireInt(1, 50).default(50),
  p: wireInt(1, 100_000).default(1),
});
export type LookUpFilter = z.output<typeof LookUpFilter>;

export const LookUpPage = z
  .object({ objects: z.array(LookUpObject).max(50), pagination: Pagination })
  .meta({ id: 'LookUpPage' });

const READ_ERRORS = ['bad_request', 'invalid_token', 'no_perms', 'reason_required', 'rate_limit_exceeded'] as const;
const READ = { who: 'plant-user', rule: 'look-ups.read' } as const;

const search = { errors: READ_ERRORS, access: READ, limit: 'search' } as const;

export const listLookUps = endpoint({
  ...search,
  id: 'listLookUps',
  method: 'GET',
  path: '/api/visure_ministeriali',
  summary: 'Past look-ups, newest first; for one exact key also those of others, with their results',
  query: LookUpFilter,
  response: LookUpPage,
  audit: 'lookups.list',
});

export const searchLookUps = endpoint({
  ...search,
  id: 'searchLookUps',
  method: 'POST',
  path: '/api/visure_ministeriali/search',
  summary: 'Like listLookUps, with plates and tax codes in the body instead of the address',
  body: LookUpFilter,
  response: LookUpPage,
  audit: 'lookups.list',
});

export const getLookUp = endpoint({
  id: 'getLookUp',
  method: 'GET',
  path: '/api/visure_ministeriali/:id',
  summary: 'One look-up with its stored result',
  params: z.object({ id: Uuid }),
  response: RunLookUpResponse,
  errors: [...READ_ERRORS, 'not_found'],
  access: READ,
  audit: 'lookups.read',
  limit: 'look-up',
});

export const runLookUp = endpoint({
  id: 'runLookUp',
  method: 'POST',
  path: '/api/visure_ministeriali',
  summary: 'Make a look-up; costs nothing when the client cancels it before it was sent',
  body: RunLookUpBody,
  response: RunLookUpResponse,
  errors: [...READ_ERRORS, 'missing_license_option', 'not_found', 'conflict', 'unavailable'],
  access: { who: 'plant-user', rule: 'look-ups.run' },
  audit: 'lookups.run',
  limit: 'look-up',
});

const HistoryBody = LookUpFilter.omit({
  search_sources: true,
  campo_ricerca: true,
  paginate: true,
  page_size: true,
  p: true,
  order_by: true,
});

/** Cost of look-ups by month of the plant. */
export const lookUpCosts = endpoint({
  ...search,
  id: 'lookUpCosts',
  method: 'POST',
  path: '/api/visure_ministeriali/costs',
  summary: 'Look-ups and their cost by month',
  body: HistoryBody,
  response: z.object({
    mesi: z
      .array(
        z.object({
          mese: z.string().regex(/^\d{4}-\d{2}$/),
          visure: z.int().min(0),
          pagate: z.int().min(0),
          da_cache: z.int().min(0),
          centesimi: z.int().min(0),
        }),
      )
      .max(200),
    /**
     * The last charge of each kind of request on this plant, for what a new one will probably cost; a kind that was never
     * charged is absent.
     */
    ultimi_addebiti: z
      .array(z.object({ tipo_richiesta: z.int().min(0).max(6), centesimi: z.int().min(1), data: IsoInstant }))
      .max(7),
    /** Who is charged for the look-ups of this plant. */
    paga: z.string().max(200),
  }),
  audit: 'lookups.list',
});

/** Maximum number of look-ups in one export. */
export const MAX_EXPORTED_LOOK_UPS = 10_000;

export const exportLookUps = endpoint({
  ...search,
  id: 'exportLookUps',
  method: 'POST',
  path: '/api/visure_ministeriali/export',
  summary: 'The look-ups of a filter as CSV, without their results; the newest 10 000',
  body: HistoryBody,
  response: z.object({
    /** CSV, UTF-8, base64. */
    data: z.base64(),
    fileName: plainText(120),
    mimeType: z.literal('text/csv'),
    count: z.int().min(0),
    /** There were more than one export can contain. */
    isCut: z.boolean(),
  }),
  audit: 'lookups.export',
});
