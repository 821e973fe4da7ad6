import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, IsoInstant } from '../wire.ts';
import { ReceptionBody, ReceptionView } from './camera-reception.ts';
import { ShortName } from './groups.ts';
import { Read } from './ingest.ts';

/** Maximum number of cameras of a plant, revoked ones included. */
export const MAX_CAMERAS = 2_000;
/** Maximum size of the body of one message, bytes (security rules, part 9). */
export const MAX_CAMERA_BODY_BYTES = 8 * 1024 * 1024;
/** Days that bodies in trial and refused bodies are kept. */
export const CAMERA_MESSAGE_DAYS = 7;
/** Newest messages that are listed. */
export const MAX_LISTED_MESSAGES = 100;
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

const Code = z.string().max(40);
/** Family of the format, or `auto` for one recognised from each message. */
const FamilyId = z.string().regex(/^[a-z0-9-]{1,40}$/);
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
const profile = {
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

/** One vehicle of a message, and the transit it makes. Texts are the camera's. */
const CameraVehicle = z
  .object({
    /** Null: the camera read no plate. */
    targa: z.string().max(200).nullable(),
    /** Instant that the message states; null: none, the arrival is taken. */
    data: IsoInstant.nullable(),
    /** Where its offset comes from: stated, the camera's zone, a count since 1970. */
    origine_ora: z.enum(['offset', 'zone', 'epoch', 'none']),
    evento: z.string().max(200).nullable(),
    dispositivo: z.string().max(200).nullable(),
    lista: z.string().max(200).nullable(),
    /** What the vehicle did wrong, in the words of the camera; absent: a plant of a version before. */
    violazione: z.string().max(200).nullable().optional(),
    immagini: z.array(z.object({ tipo: z.enum(['plate', 'context']), byte: z.int().min(0) })).max(20),
    /** The read it is stored as; null: none, for the reason. */
    lettura: Read.omit({ pictures: true }).nullable(),
    motivo: Code.nullable(),
  })
  .meta({ id: 'CameraVehicle' });
export type CameraVehicle = z.output<typeof CameraVehicle>;

/** A message as it is understood. */
export const CameraReading = z
  .object({
    esito: z.enum(['letture', 'contatto', 'rifiutato']),
    famiglia: FamilyId.nullable(),
    /** Of a refused message. */
    motivo: Code.nullable(),
    dettaglio: z.string().max(300),
    note: z.array(z.object({ codice: Code, campo: z.string().max(40).nullable() })).max(100),
    veicoli: z.array(CameraVehicle).max(100),
    campi: z.array(z.object({ percorso: z.string().max(400), valore: z.string().max(200) })).max(500),
    /** First 20 000 characters of the body; bytes that are no text are dots. */
    testo: z.string().max(20_000),
  })
  .meta({ id: 'CameraReading' });
export type CameraReading = z.output<typeof CameraReading>;

/** A kept message, without its content. */
export const CameraMessage = z
  .object({
    id: z.uuid(),
    ricevuto_il: IsoInstant,
    stato: z.enum(['prova', 'rifiutato']),
    motivo: Code.nullable(),
    famiglia: FamilyId.nullable(),
    dimensione: z.int().min(0),
  })
  .meta({ id: 'CameraMessage' });
export type CameraMessage = z.output<typeof CameraMessage>;

const ADMIN = { who: 'plant-user', rule: 'ingest.manage' } as const;
const ONE_ERRORS = [...CALL_ERRORS, 'not_found'] as const;
const change = { access: ADMIN, limit: 'command' } as const;
const messageParams = IdParams.extend({ message: z.uuid() });

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

export const listCameraMessages = endpoint({
  id: 'listCameraMessages',
  method: 'GET',
  path: '/api/cameras/:id/messages',
  summary: 'Newest kept messages of a camera, without their content: those in trial and the refused ones',
  params: IdParams,
  response: z.object({ objects: z.array(CameraMessage).max(MAX_LISTED_MESSAGES) }),
  errors: ONE_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

export const getCameraMessage = endpoint({
  id: 'getCameraMessage',
  method: 'GET',
  path: '/api/cameras/:id/messages/:message',
  summary: 'A kept message: its body, its fields, and the transits it would make now',
  params: messageParams,
  response: z.object({ message: CameraMessage, lettura: CameraReading }),
  errors: ONE_ERRORS,
  access: ADMIN,
  audit: 'cameras.message',
  limit: 'read',
});

/** What became of a message that was tried again. */
export const CameraRetry = z
  .object({
    memorizzate: z.int().min(0),
    ripetute: z.int().min(0),
    senza_targa: z.int().min(0),
    rifiutate: z.int().min(0),
    /** Why the message is still refused and kept; null: it is done and deleted. */
    motivo: Code.nullable(),
  })
  .meta({ id: 'CameraRetry' });
export type CameraRetry = z.output<typeof CameraRetry>;

export const retryCameraMessage = endpoint({
  ...change,
  id: 'retryCameraMessage',
  method: 'POST',
  path: '/api/cameras/:id/messages/:message/retry',
  summary: 'Store the transits of a kept message with the settings of now; it is deleted when nothing is refused',
  params: messageParams,
  response: CameraRetry,
  errors: [...ONE_ERRORS, 'conflict'],
  audit: 'cameras.retry',
});

export const tryCameraMessage = endpoint({
  id: 'tryCameraMessage',
  method: 'POST',
  path: '/api/cameras/try',
  summary: 'Read a body as a camera would have sent it; nothing is stored',
  body: z.object({
    ...profile,
    varco_id: z.int().min(1).max(32_767),
    tipo: z.string().max(300).nullable(),
    nome_file: z.string().max(255).nullable(),
    query: z.string().max(8_192),
    /** The body, Base64. */
    corpo: z.base64().max(Math.ceil(MAX_CAMERA_BODY_BYTES / 3) * 4),
  }),
  response: CameraReading,
  errors: [...CALL_ERRORS, 'payload_too_large'],
  access: ADMIN,
  audit: 'cameras.try',
  limit: 'list-import',
});
