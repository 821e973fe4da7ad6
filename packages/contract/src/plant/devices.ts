import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Pagination, plainText, QueryBoolean, IdParams, RowId } from '../wire.ts';
import { isChannelAddress } from './alert-channels.ts';
import { ShortName } from './groups.ts';

export const DEVICE_KINDS = ['telegram', 'smartphone', 'pc'] as const;
export const DeviceKind = z.enum(DEVICE_KINDS);
export type DeviceKind = z.output<typeof DeviceKind>;

/** Minutes a one-time code is valid. */
export const DEVICE_CODE_MINUTES = 30;
/** Maximum number of registered devices of a plant. Browsers with notifications switched on are not included. */
export const MAX_DEVICES = 2000;
const MAX_LISTED_DEVICES = 2500;

/** `d`: a registered device; `r`: a browser or chat that receives alerts without being registered. */
const DeviceId = z.string().regex(/^[dr][1-9]\d{0,9}$/);
const params = z.object({ id: DeviceId });
const AndroidId = z.string().regex(/^[A-Za-z0-9._:-]{4,64}$/);

/**
 * `registrare`: not enrolled and without a valid code; `attesa`: a code was issued; `attivo`: it receives alerts;
 * `sospeso`: its recipient or its channel is switched off; `perso`: it was enrolled but can no longer be reached.
 */
export const DEVICE_STATES = ['registrare', 'attesa', 'attivo', 'sospeso', 'perso'] as const;

/** A device that receives the alerts of a plant outside the portal's pages. */
export const Device = z
  .object({
    id: DeviceId,
    kind: DeviceKind,
    nome: z.string().max(80),
    /** Owner; null: none yet. */
    user_id: RowId.nullable(),
    username: z.string().max(120).nullable(),
    /** For a smartphone registered with it; else empty. */
    android_id: z.string().max(64),
    /** Telegram chat; empty for other kinds. */
    chat: z.string().max(254),
    stato: z.enum(DEVICE_STATES),
    creato_il: IsoInstant,
    creato_da: z.string().max(120),
    registrato_il: IsoInstant.nullable(),
    /** When it was last reached, or enrolled. */
    ultimo_contatto: IsoInstant.nullable(),
    codice_scade_il: IsoInstant.nullable(),
  })
  .meta({ id: 'Device' });
export type Device = z.output<typeof Device>;

const MANAGE = { who: 'plant-user', rule: 'people.manage' } as const;

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/api/devices',
  summary: 'Devices of the users the caller manages, by name',
  query: z.object({
    kind: DeviceKind.optional(),
    /** With an owner, or without. */
    assigned: QueryBoolean.optional(),
    /** Part of a name of the device or its owner, or of its Android id. */
    q: plainText(100).optional(),
    user_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
  response: z.object({ objects: z.array(Device).max(MAX_LISTED_DEVICES), pagination: Pagination }),
  errors: CALL_ERRORS,
  access: MANAGE,
  audit: 'devices.search',
  limit: 'read',
});

/** A new one-time code; returned once. */
export const DeviceCode = z
  .object({
    /** To be given to the person; empty: it was sent to the chat. */
    codice: z.string().max(20),
    scade_il: IsoInstant,
    /** False: sending to the chat failed; `risposta` contains the reason. */
    inviato: z.boolean(),
    risposta: z.string().max(300),
  })
  .meta({ id: 'DeviceCode' });
export type DeviceCode = z.output<typeof DeviceCode>;

const issueCode = { errors: [...CALL_ERRORS, 'not_found', 'conflict'], access: MANAGE, limit: 'look-up' } as const;
const change = { errors: [...CALL_ERRORS, 'not_found', 'conflict'], access: MANAGE, limit: 'command' } as const;

export const addDevice = endpoint({
  ...issueCode,
  id: 'addDevice',
  method: 'POST',
  path: '/api/devices',
  summary: 'Register a device and create its one-time enrolment code; for a chat the code is sent there',
  body: z
    .object({
      kind: DeviceKind,
      nome: ShortName,
      user_id: RowId.nullable(),
      /** For Telegram: number or `@name`. */
      chat: z.string().max(254).trim().default(''),
      lingua: z.enum(['it', 'en']).default('it'),
    })
    .refine(({ kind, chat }) => (kind === 'telegram' ? isChannelAddress('telegram', chat) : chat === ''), {
      path: ['chat'],
      error: 'address',
    }),
  response: z.object({ device: Device, codice: DeviceCode }),
  audit: 'devices.save',
});

export const updateDevice = endpoint({
  ...change,
  id: 'updateDevice',
  method: 'PUT',
  path: '/api/devices/:id',
  summary: 'Rename a device, or assign one that is not enrolled yet to another person',
  params,
  body: z.object({ nome: ShortName, user_id: RowId.nullable() }),
  response: Device,
  audit: 'devices.save',
});

export const renewDeviceCode = endpoint({
  ...issueCode,
  id: 'renewDeviceCode',
  method: 'POST',
  path: '/api/devices/:id/code',
  summary: 'A new one-time code; the previous one becomes invalid',
  params,
  body: z.object({ lingua: z.enum(['it', 'en']).default('it') }),
  response: DeviceCode,
  audit: 'devices.code',
});

export const removeDevice = endpoint({
  id: 'removeDevice',
  method: 'DELETE',
  path: '/api/devices/:id',
  summary: 'Revoke a device: it receives nothing from now on',
  params,
  response: null,
  errors: [...CALL_ERRORS, 'not_found'],
  access: MANAGE,
  audit: 'devices.delete',
  limit: 'command',
});

export const enrolDevice = endpoint({
  id: 'enrolDevice',
  method: 'POST',
  path: '/api/devices/enrol',
  summary: 'Enrol this browser, or the caller’s chat, with a one-time code',
  body: z.object({
    codice: z.string().max(40),
    /**
     * To enrol a browser: its id from `/api/alert-channels/push`, where it must be subscribed already. Null to enrol a
     * chat, which the code alone identifies.
     */
    browser: RowId.nullable().default(null),
  }),
  response: z.object({ id: DeviceId, kind: DeviceKind, nome: z.string().max(80) }),
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: { who: 'plant-user', rule: 'alerts.read' },
  audit: 'devices.enrol',
  limit: 'command',
});

export const addSmartphone = endpoint({
  ...change,
  id: 'addSmartphone',
  method: 'POST',
  path: '/api/users/:id/smartphones',
  summary: 'Register a smartphone of a user by its Android id',
  params: IdParams,
  body: z.object({ android_id: AndroidId, nome: ShortName, user_id: RowId }),
  response: Device,
  audit: 'devices.save',
});
