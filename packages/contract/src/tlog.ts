import { z } from 'zod';
import { endpoint, fileResponse } from './endpoint.ts';
import { Uuid } from './wire.ts';

/**
 * The consultation log of a server as a transparency log that everybody may read: hashes only (ADR 0008). Paths and
 * bytes are those of C2SP tlog-tiles and tlog-witness, so the paths are outside `/api` and no response is JSON.
 */

const LogParams = z.object({ log: Uuid, epoch: z.string().regex(/^[1-9]\d{0,8}$/) });

/** Text of notes. */
export const NOTE_TYPE = 'text/plain; charset=utf-8';
/** Bytes of tiles and entry bundles. */
export const TILE_TYPE = 'application/octet-stream';
/** The size a witness holds, when it is not the one the log assumed. */
export const SIZE_TYPE = 'text/x.tlog.size';

const READ_ERRORS = ['bad_request', 'not_found', 'rate_limit_exceeded', 'unavailable'] as const;

export const readLogCheckpoint = endpoint({
  id: 'readLogCheckpoint',
  method: 'GET',
  path: '/audit/:log/:epoch/checkpoint',
  summary: 'Newest signed checkpoint of the consultation log with its cosignatures (C2SP tlog-checkpoint)',
  params: LogParams,
  response: fileResponse(NOTE_TYPE),
  errors: READ_ERRORS,
  access: { who: 'anyone' },
  isNavigable: true,
  audit: null,
  limit: 'read',
});

export const readLogTile = endpoint({
  id: 'readLogTile',
  method: 'GET',
  path: '/audit/:log/:epoch/tile/:level/*',
  summary: 'Tile of hashes, or bundle of entries, of the consultation log (C2SP tlog-tiles); an entry is a hash',
  params: LogParams.extend({
    level: z.string().regex(/^(?:entries|[0-7])$/),
    '*': z.string().max(40),
  }),
  response: fileResponse(TILE_TYPE),
  errors: READ_ERRORS,
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});

export const addCheckpoint = endpoint({
  id: 'addCheckpoint',
  method: 'POST',
  path: '/audit/witness/add-checkpoint',
  summary: 'Cosigns the checkpoint of a known log after checking that the log only grew (C2SP tlog-witness)',
  bodyType: 'bytes',
  response: fileResponse(NOTE_TYPE, SIZE_TYPE),
  // 409: the old size is not the one this witness holds, which is the body; 422: not a continuation of it.
  fileStatuses: [409, 422],
  errors: ['bad_request', 'no_perms', 'not_found', 'rate_limit_exceeded', 'unavailable'],
  access: { who: 'anyone' },
  audit: null,
  limit: 'report',
});

export const readCosignedCheckpoint = endpoint({
  id: 'readCosignedCheckpoint',
  method: 'GET',
  path: '/audit/witness/:origin_hash/checkpoint',
  summary: 'Checkpoint this witness cosigned last for a log, by the SHA-256 of its origin (C2SP tlog-witness)',
  params: z.object({ origin_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: fileResponse(NOTE_TYPE),
  errors: READ_ERRORS,
  access: { who: 'anyone' },
  isNavigable: true,
  audit: null,
  limit: 'read',
});

export const readTlogKeys = endpoint({
  id: 'readTlogKeys',
  method: 'GET',
  path: '/audit/keys',
  summary:
    'Public keys of the log and of the witness of this server, one a line (C2SP signed-note), to be noted elsewhere',
  response: fileResponse(NOTE_TYPE),
  errors: READ_ERRORS,
  access: { who: 'anyone' },
  isNavigable: true,
  audit: null,
  limit: 'read',
});

export const TLOG_ENDPOINTS = [
  readTlogKeys,
  readLogCheckpoint,
  readLogTile,
  addCheckpoint,
  readCosignedCheckpoint,
] as const;

const VerifierKeyText = z.string().max(420);
const Origin = z
  .string()
  .max(300)
  .regex(/^[^\s+]+\/audit\/[0-9a-f-]{36}\/[1-9]\d{0,8}$/);

/** A log to be cosigned, as its server announces it. */
export const AnnouncedLog = z.object({
  origin: Origin,
  /** Keys of the log as text (C2SP signed-note); two during a rotation. */
  vkeys: z.array(VerifierKeyText).min(1).max(4),
});

/** What a plant tells the portal with its heartbeat. */
export const LogAnnouncement = z.object({
  log: AnnouncedLog,
  /** Key by which it cosigns the logs of others. */
  witness: VerifierKeyText,
});

/** What the portal answers: whom the plant sends its checkpoints to, and whose it cosigns. */
export const WitnessPlan = z.object({
  witnesses: z.array(z.object({ vkey: VerifierKeyText, url: z.string().max(300) })).max(8),
  logs: z.array(AnnouncedLog).max(16),
});
export type WitnessPlan = z.infer<typeof WitnessPlan>;
