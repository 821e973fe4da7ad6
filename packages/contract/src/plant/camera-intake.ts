import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, IsoInstant } from '../wire.ts';
import { ReceptionBody, ReceptionView } from './camera-reception.ts';
import { ShortName } from './groups.ts';

/** Maximum number of cameras of a plant, revoked ones included. */
export const MAX_CAMERAS = 2_000;
/** Maximum size of the body of one message, bytes (security rules, part 9). */
export const MAX_CAMERA_BODY_BYTES = 8 * 1024 * 1024;
/** Path below the plant's address to which cameras send; the key follows it, or the `Authorization` header has it. */
export const CAMERA_PATH = '/api/camera';

/**
 * Paths that some cameras send to whatever address they are given, with the key as password or digest: the report paths of
 * Dahua and Intelbras, and the one of a 2N device.
 */
export const CAMERA_FIXED_PATHS = [
  '/NotificationInfo/TollgateInfo',
  '/NotificationInfo/KeepAlive',
  '/NotificationInfo/DeviceInfo',
  '/api/lpr/licenseplate',
] as const;

export const Code = z.string().max(40);
/** Family of the format, or `auto` for one recognised from each message. */
export const FamilyId = z.string().regex(/^[a-z0-9-]{1,40}$/);
const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
const MappedPath = z.string().min(1).max(200);

/** Where the fields of an unknown format are (family `generic`). Field names and paths are those of the camera formats. */
export const CameraMapping = z
  .object({
    each: z.string().max(200),
    fields: z.record(z.string().regex(/^[A-Za-z]{1,20}$/), z.array(MappedPath).max(10)),
    dateOrder: z.enum(['dmy', 'mdy']),
    confidenceScale: z.enum(['fraction', 'percent', 'permille', 'byte', 'auto']),
    noPlateWords: z.array(z.string().min(1).max(40)).max(20),
  })
  .meta({ id: 'CameraMapping' });
export type CameraMapping = z.output<typeof CameraMapping>;

/** How messages of a camera are read. */
export const profile = {
  famiglia: FamilyId,
  /** IANA zone of times without offset. */
  fuso: z.string().min(1).max(64),
  unita: z.enum(['kmh', 'mph']),
  mappatura: CameraMapping.nullable(),
};

/**
 * `revocata`: its key is no longer valid; `prova`: its messages are kept and make no transits; `attesa`: it has sent
 * nothing yet; `silenziosa`: nothing for an hour; `rifiutata`: its last messages were all refused; `attiva`: it reads.
 */
export const CAMERA_STATES = ['attiva', 'silenziosa', 'rifiutata', 'attesa', 'prova', 'revocata'] as const;

const CameraCounts = z.object({
  letture: z.int().min(0),
  senza_targa: z.int().min(0),
  incerte: z.int().min(0),
  /** The same read again, or a later message about a vehicle that is stored already. */
  ripetute: z.int().min(0),
  rifiutati: z.int().min(0),
});

/** A camera that sends in a format of its own. */
export const Camera = z
  .object({
    id: z.int(),
    nome: z.string().max(80),
    varco_id: z.int(),
    varco: z.string().max(120),
    ...profile,
    /** Networks it must send from; empty: any. */
    reti: z.array(z.string().max(50)).max(10),
    ricezione: ReceptionView,
    /** Device whose reads count, as its messages name it; empty: any. */
    dispositivo: z.string().max(200),
    /** Why its messages cannot arrive now; null: they can, or the camera calls the plant. */
    guasto: Code.nullable(),
    /** Since when the plant is connected to it; null: it is not, or the camera connects. Absent: an older plant. */
    collegata_dal: IsoInstant.nullable().optional(),
    /** Why a connection ended last or could not be opened, and when; null: it never did. */
    ultimo_guasto: Code.nullable().optional(),
    ultimo_guasto_il: IsoInstant.nullable().optional(),
    prova: z.boolean(),
    stato: z.enum(CAMERA_STATES),
    creata_il: IsoInstant,
    creata_da: z.string().max(120),
    chiave_del: IsoInstant,
    chiave_di: z.string().max(120),
    revocata_il: IsoInstant.nullable(),
    ultimo_messaggio: IsoInstant.nullable(),
    ultima_lettura: IsoInstant.nullable(),
    /** Since midnight in Rome. */
    oggi: CameraCounts,
    /** Median of arrival minus stated time over the last day, milliseconds; null: not measured. */
    errore_orologio: z.int().nullable(),
    updated: IsoInstant,
  })
  .meta({ id: 'Camera' });
export type Camera = z.output<typeof Camera>;

/** A family of camera formats, with the words of the camera's own page. */
export const CameraFamily = z
  .object({
    id: FamilyId,
    nome: z.string().max(80),
    produttore: z.string().max(400),
    invio: z.array(z.enum(['http', 'tcp', 'mqtt', 'ftp', 'pull'])).max(5),
    /** Where what is typed on that page; null: the page has no such field. */
    pagina: z.string().max(400),
    indirizzo: z.string().max(200).nullable(),
    utente: z.string().max(200).nullable(),
    chiave: z.string().max(200).nullable(),
    formato: z.string().max(400).nullable(),
    modello: z.string().max(8_000).nullable(),
  })
  .meta({ id: 'CameraFamily' });
export type CameraFamily = z.output<typeof CameraFamily>;

/** A camera with a new key, which is returned once. */
export const CameraWithKey = z
  .object({
    camera: Camera,
    chiave: z.string().max(64),
    /** Address to type into the camera, with the key. */
    indirizzo: z.string().max(400),
    /** Address without the key, and the user, for cameras that send the key as a password, in the open or as a digest. */
    indirizzo_base: z.string().max(400),
    utente: z.string().max(40),
  })
  .meta({ id: 'CameraWithKey' });
export type CameraWithKey = z.output<typeof CameraWithKey>;

export const ADMIN = { who: 'plant-user', rule: 'ingest.manage' } as const;
export const ONE_ERRORS = [...CALL_ERRORS, 'not_found'] as const;
export const change = { access: ADMIN, limit: 'command' } as const;

export const listCameras = endpoint({
  id: 'listCameras',
  method: 'GET',
  path: '/api/cameras',
  summary: 'Cameras that send in a format of their own, by name, with the families this plant reads',
  response: z.object({
    objects: z.array(Camera).max(MAX_CAMERAS),
    famiglie: z.array(CameraFamily).max(100),
  }),
  errors: CALL_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

/** What administrators set. */
export const CameraBody = z
  .object({
    nome: ShortName,
    varco_id: z.int().min(1).max(32_767),
    ...profile,
    reti: z.array(Network).max(10),
    /** Absent: `http` for a new camera, unchanged for another. */
    ricezione: ReceptionBody.optional(),
    /** Absent: any for a new camera, unchanged for another. */
    dispositivo: z.string().trim().max(200).optional(),
    prova: z.boolean(),
  })
  .meta({ id: 'CameraBody' });
export type CameraBody = z.output<typeof CameraBody>;

export const createCamera = endpoint({
  ...change,
  id: 'createCamera',
  method: 'POST',
  path: '/api/cameras',
  summary: 'Add a camera; its key is returned once',
  body: CameraBody,
  response: CameraWithKey,
  errors: [...CALL_ERRORS, 'duplicate', 'conflict'],
  audit: 'cameras.save',
});

export const updateCamera = endpoint({
  ...change,
  id: 'updateCamera',
  method: 'PUT',
  path: '/api/cameras/:id',
  summary: 'Change a camera, or end its trial',
  params: IdParams,
  /** `updated` as read: `conflict` when somebody else saved in between, or the camera is revoked. */
  body: CameraBody.extend({ updated: IsoInstant }),
  response: Camera,
  errors: [...ONE_ERRORS, 'duplicate', 'conflict'],
  audit: 'cameras.save',
});

export const rotateCameraKey = endpoint({
  ...change,
  id: 'rotateCameraKey',
  method: 'POST',
  path: '/api/cameras/:id/key',
  summary: 'Replace the key of a camera; the former one is invalid at once',
  params: IdParams,
  response: CameraWithKey,
  errors: [...ONE_ERRORS, 'conflict'],
  audit: 'cameras.key',
});

export const revokeCamera = endpoint({
  ...change,
  id: 'revokeCamera',
  method: 'DELETE',
  path: '/api/cameras/:id',
  summary: 'Revoke a camera: its key is invalid for good; its transits stay',
  params: IdParams,
  response: null,
  errors: ONE_ERRORS,
  audit: 'cameras.revoke',
});
