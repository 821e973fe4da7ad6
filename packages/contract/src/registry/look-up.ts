import { z } from 'zod';
import { COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant, Plate } from '../wire.ts';
import { OwnerCode } from './owner-vehicles.ts';

/** Kinds of look-ups (T 3.11). `basic` and `vehicle` are free, all others are charged. */
export const LOOK_UP_KINDS = ['owner', 'owner-full', 'basic', 'booklet', 'vehicle', 'licence', 'infractions'] as const;
export const RegistryLookUpKind = z.enum(LOOK_UP_KINDS);
export type RegistryLookUpKind = z.infer<typeof RegistryLookUpKind>;

/** Key by which the register is searched. */
export const RegistryKeyKind = z.enum(['plate', 'licence-number', 'tax-code', 'chassis']);
export type RegistryKeyKind = z.infer<typeof RegistryKeyKind>;

export const RegistryVehicleKind = z.enum(['car', 'motorbike', 'trailer', 'moped']);

const text = (max: number) => z.string().max(max);

const RegistryAddress = { street: text(200), municipality: text(80), province: text(40), post_code: text(10) };

export const RegistryPerson = z
  .object({
    name: text(200),
    tax_code: text(16),
    born: IsoDate.nullable(),
    born_at: text(80),
    sex: z.enum(['M', 'F']),
    /** Start of the ownership; null: not a query about a vehicle. */
    since: IsoDate.nullable(),
    ...RegistryAddress,
  })
  .meta({ id: 'RegistryPerson' });

export const RegistryCompany = z
  .object({ name: text(200), vat_number: text(16), since: IsoDate.nullable(), ...RegistryAddress })
  .meta({ id: 'RegistryCompany' });

const InsuranceContract = z.object({ company: text(120), policy: text(60), from: IsoDate, to: IsoDate });

/** Sections of a register entry; a section that was not requested, or that the entry does not have, is absent. */
export const LookUpRecord = z
  .object({
    plate: Plate.nullable(),
    chassis: text(17).nullable(),
    insurance: InsuranceContract.extend({ grace_until: IsoDate, situation: text(80) }).optional(),
    /** Earlier contracts, newest first. */
    insurance_history: z.array(InsuranceContract).max(20).optional(),
    /** `next` is the day it is due. */
    inspection: z.object({ next: IsoDate }).optional(),
    last_inspection: z.object({ on: IsoDate, km: z.int().min(0), outcome: text(80), station: text(120) }).optional(),
    vehicle: z
      .object({
        class: z.enum(VEHICLE_CLASSES),
        brand: text(60),
        model: text(60),
        colour: z.enum(COLOURS),
        euro: z.int().min(0).max(6).nullable(),
        first_registration: IsoDate,
        fuel: text(40).optional(),
        displacement_cc: z.int().min(0).optional(),
        power_kw: z.int().min(0).optional(),
        seats: z.int().min(0).optional(),
        mass_kg: z.int().min(0).optional(),
      })
      .optional(),
    lpg: z.object({ maker: text(80), tank: text(40), fitted_on: IsoDate, expires_on: IsoDate }).optional(),
    administrative: z
      .object({
        status: text(80),
        stolen_since: IsoDate.nullable(),
        list_a1: z.boolean(),
        list_a2: z.boolean(),
        list_c: z.boolean(),
        encumbrances: z.array(text(120)).max(20),
      })
      .optional(),
    document: z.object({ number: text(40), kind: text(80), issued_on: IsoDate, office: text(120) }).optional(),
    person: RegistryPerson.optional(),
    company: RegistryCompany.optional(),
    lines: z.array(text(200)).max(200).optional(),
    licence: z
      .object({
        number: text(20),
        points: z.int().min(0).max(30),
        request_reason: text(120),
        issued_on: IsoDate,
        expires_on: IsoDate,
        categories: z.array(text(8)).max(20),
        qualifications: z.array(text(120)).max(20),
        prescriptions: z.array(text(160)).max(20),
        messages: z.array(text(200)).max(20),
      })
      .optional(),
    infractions: z
      .array(
        z.object({
          article: text(40),
          hypothesis: text(160),
          points: z.int().min(0).max(30),
          acquired_on: IsoDate,
          report: text(40),
          authority: text(120),
        }),
      )
      .max(100)
      .optional(),
  })
  .meta({ id: 'LookUpRecord' });
export type LookUpRecord = z.infer<typeof LookUpRecord>;

/** PDFs, base64: a preview page, and the whole document. */
export const LookUpDocuments = z.object({ preview: z.base64().max(400_000), full: z.base64().max(400_000) });
export type LookUpDocuments = z.infer<typeof LookUpDocuments>;

export const RegistryLookUpRequest = z.strictObject({
  kind: RegistryLookUpKind,
  key: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('plate'), value: Plate }),
    z.strictObject({ kind: z.literal('licence-number'), value: z.string().regex(/^[A-Z0-9]{5,15}$/) }),
    z.strictObject({ kind: z.literal('tax-code'), value: OwnerCode }),
    z.strictObject({ kind: z.literal('chassis'), value: z.string().regex(/^[A-Z0-9]{5,17}$/) }),
  ]),
  vehicle_kind: RegistryVehicleKind.nullable(),
});
export type RegistryLookUpRequest = z.infer<typeof RegistryLookUpRequest>;

export const Charge = z.object({ receipt: text(40), cents: z.int().min(0), at: IsoInstant }).meta({ id: 'Charge' });
export type Charge = z.infer<typeof Charge>;

export const RegistryLookUpResponse = z
  .object({
    kind: RegistryLookUpKind,
    /** The requested key, so that the caller can check the response. */
    key: text(40),
    /** Null: not in the register; nothing is charged. */
    record: LookUpRecord.nullable(),
    documents: LookUpDocuments.nullable(),
    /** Null: free, or nothing found. */
    charge: Charge.nullable(),
    checked_at: IsoInstant,
  })
  .meta({ id: 'RegistryAnswer' });
export type RegistryLookUpResponse = z.infer<typeof RegistryLookUpResponse>;

/**
 * One look-up. A charged kind needs `charge_id`, the caller's own id of the request: repeated calls under the same id
 * are charged once and return the full result. `only_if_charged` never charges: it returns the result of a request
 * that was charged before, else `not_found`. A different request under a used id is a `conflict`. Other errors as for
 * the status of a vehicle.
 */
export const registryLookUp = endpoint({
  id: 'registryLookUp',
  method: 'POST',
  path: '/v1/look-ups',
  summary: 'Vehicle, owner, document, driving licence or infractions; some are charged',
  body: RegistryLookUpRequest.extend({ charge_id: z.uuid().nullable(), only_if_charged: z.boolean().default(false) }),
  response: RegistryLookUpResponse,
  errors: ['bad_request', 'no_auth', 'bad_credentials', 'user_not_enabled', 'unavailable', 'not_found', 'conflict'],
  access: { who: 'registry-client' },
  audit: null,
  limit: 'read',
});

/** Charges of the account so far, newest first, for checking a bill. Contains nothing of the requests. */
export const listCharges = endpoint({
  id: 'listCharges',
  method: 'GET',
  path: '/v1/charges',
  summary: 'Charges of this account',
  response: z.object({
    count: z.int().min(0),
    cents: z.int().min(0),
    charges: z.array(Charge.extend({ charge_id: z.uuid(), kind: RegistryLookUpKind })).max(1000),
  }),
  errors: ['no_auth', 'bad_credentials', 'user_not_enabled'],
  access: { who: 'registry-client' },
  audit: null,
  limit: 'read',
});

/** Whether a kind of look-up is charged. */
export const isCharged = (kind: RegistryLookUpKind): boolean => kind !== 'basic' && kind !== 'vehicle';
