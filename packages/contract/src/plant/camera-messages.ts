import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, IsoInstant } from '../wire.ts';
import { ADMIN, change, Code, FamilyId, MAX_CAMERA_BODY_BYTES, ONE_ERRORS, profile } from './camera-intake.ts';
import { Read } from './ingest.ts';

/** Days that bodies in trial and refused bodies are kept. */
export const CAMERA_MESSAGE_DAYS = 7;
/** Newest messages that are listed. */
export const MAX_LISTED_MESSAGES = 100;

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

const messageParams = IdParams.extend({ message: z.uuid() });

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
