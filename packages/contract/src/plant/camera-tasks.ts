import { MIN_CONFUSIONS } from '@varco/domain/plates/confusions.ts';
import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, IsoInstant, plainText } from '../wire.ts';

/** Longest note of a finished task, characters. */
export const MAX_TASK_NOTE = 500;
/** Newest entries of a camera that are shown (CAM-07). */
export const CAMERA_EVENT_ENTRIES = 20;

/**
 * Why a camera probably sends no plates. `impianto`: all cameras of the plant are silent; `guasto`: marked as broken;
 * `rifiutati`: its messages are refused; `orologio`: its reads come with an old time; `senza_targhe`: it sees vehicles
 * and reads no plate; `nessun_veicolo`: it answers and sees nothing; `contatto`: nothing comes from it; `lettore`: it is
 * not declared as a camera, so only its reading program is known.
 */
export const SILENCE_CAUSES = [
  'impianto',
  'guasto',
  'rifiutati',
  'orologio',
  'senza_targhe',
  'nessun_veicolo',
  'contatto',
  'lettore',
] as const;

/** A silent camera, which somebody looks after. It ends by itself when the camera reads again. */
export const CameraTask = z
  .object({
    id: z.int(),
    varco_id: z.int(),
    varco: z.string().max(120),
    /** Its last read. */
    muta_dal: IsoInstant,
    notata_il: IsoInstant,
    /** Reads that usually come in such a time; null: no earlier week is known. */
    attese: z.int().min(0).nullable(),
    causa: z.enum(SILENCE_CAUSES),
    presa_da: z.string().max(120).nullable(),
    presa_il: IsoInstant.nullable(),
    fatta_da: z.string().max(120).nullable(),
    fatta_il: IsoInstant.nullable(),
    nota: z.string().max(MAX_TASK_NOTE).nullable(),
  })
  .meta({ id: 'CameraTask' });
export type CameraTask = z.output<typeof CameraTask>;

/** A character that a gate often reads as another, by the corrections of people. */
export const CameraConfusion = z
  .object({
    varco_id: z.int(),
    varco: z.string().max(120),
    letta: z.string().length(1),
    giusta: z.string().length(1),
    volte: z.int().min(MIN_CONFUSIONS),
  })
  .meta({ id: 'CameraConfusion' });
export type CameraConfusion = z.output<typeof CameraConfusion>;

const ADMIN = { who: 'plant-user', rule: 'ingest.manage' } as const;
const CHANGE_ERRORS = [...CALL_ERRORS, 'not_found', 'conflict'] as const;

export const listCameraTasks = endpoint({
  id: 'listCameraTasks',
  method: 'GET',
  path: '/api/camera-tasks',
  summary: 'Cameras that are silent now, with likely cause and owner; the finished ones last',
  response: z.object({ objects: z.array(CameraTask).max(5000) }),
  errors: CALL_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

export const listCameraConfusions = endpoint({
  id: 'listCameraConfusions',
  method: 'GET',
  path: '/api/camera-confusions',
  summary:
    'Characters that gates read as others, from the corrections by people of the last 30 days; the most frequent first',
  response: z.object({ objects: z.array(CameraConfusion).max(500) }),
  errors: CALL_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

export const takeCameraTask = endpoint({
  id: 'takeCameraTask',
  method: 'POST',
  path: '/api/camera-tasks/:id/take',
  summary: 'Become the owner of a silent camera',
  params: IdParams,
  /** Owner as read: `conflict` when somebody else took it in between. */
  body: z.object({ presa_da: z.string().max(120).nullable() }),
  response: CameraTask,
  errors: CHANGE_ERRORS,
  access: ADMIN,
  audit: 'cameras.take',
  limit: 'command',
});

export const finishCameraTask = endpoint({
  id: 'finishCameraTask',
  method: 'POST',
  path: '/api/camera-tasks/:id/done',
  summary: 'Finish the task of a silent camera with a note; `conflict` when it is finished, or the camera reads again',
  params: IdParams,
  body: z.object({ nota: plainText(MAX_TASK_NOTE).refine((text) => text.trim() !== '', 'empty') }),
  response: CameraTask,
  errors: CHANGE_ERRORS,
  access: ADMIN,
  audit: 'cameras.done',
  limit: 'command',
});

/**
 * What happened to a camera. `ferma`, `torna`, `disattivata`: its state changed; `muta`, `legge`: a silence began and
 * ended; `rifiutati`: messages refused in an hour; `orologio`: its clock began to be wrong.
 */
export const CAMERA_EVENT_KINDS = ['ferma', 'torna', 'disattivata', 'muta', 'legge', 'rifiutati', 'orologio'] as const;

export const CameraEvent = z
  .object({
    ora: IsoInstant,
    tipo: z.enum(CAMERA_EVENT_KINDS),
    /** Messages refused, or error of the clock in seconds. */
    n: z.int().nullable(),
  })
  .meta({ id: 'CameraEvent' });
export type CameraEvent = z.output<typeof CameraEvent>;

export const cameraEvents = endpoint({
  id: 'cameraEvents',
  method: 'GET',
  path: '/api/camera-events/:id',
  summary: 'The last 20 entries of the camera of a gate, newest first',
  params: IdParams,
  response: z.object({ objects: z.array(CameraEvent).max(CAMERA_EVENT_ENTRIES) }),
  errors: [...CALL_ERRORS, 'not_found'],
  access: { who: 'plant-user', rule: 'gates.read' },
  audit: null,
  limit: 'read',
});
