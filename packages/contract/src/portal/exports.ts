import { z } from 'zod';
import { MAX_EXPORT_NOTES_LENGTH, MAX_EXPORT_WATERMARK_LENGTH } from '@varco/domain/exports/saved-exports.ts';
import { BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint, eventStream, fileResponse } from '../endpoint.ts';
import { IsoInstant, plainText, Uuid } from '../wire.ts';
import { ExportFilter, MAX_EXPORT_PEERS, PendingExport, SavedExport } from './saved-export.ts';

/**
 * Saved exports over many plants (T 3.9, T 4.4, T 7.6). The browser requests a delegation from every plant and sends
 * them to the portal with the filters. The portal calls every plant (its `POST /api/lpr/export/push`, delegation as
 * bearer) to push its part here.
 */

/**
 * Header that proves the ownership of an export in addition to the bearer token (readings TA16; security rules, part
 * 3).
 */
export const EXPORT_KEY_HEADER = 'x-export-key';
/** Cookie with the same value, for downloads in a new tab (EXT-04, EXT-05). */
export const EXPORT_KEY_COOKIE = 'ts_export_key';
export const EXPORT_COOKIE_PATH = '/api/v1/exports';
export const EXPORT_COOKIE_DAYS = 365;

const Key32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const Url = z.string().min(8).max(300);
/** Text of a person: no bidirectional overrides, no control characters but line ends. */
const Notes = plainText(MAX_EXPORT_NOTES_LENGTH);

const ExportPeer = z.object({
  /** Address in the registry of the portal. */
  url: Url,
  label: plainText(80),
  /** Delegation of the plant (`export+jwt`), valid for this export only; never the token of the person. */
  jwt: z
    .string()
    .max(4_096)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  filter: ExportFilter,
  /** Number of the plant in the export, from 1; names its folder in the file. */
  peer_number: z.int().min(1).max(MAX_EXPORT_PEERS),
  /** Count from the estimate; null: no estimate was made. */
  estimate: z.int().min(0).max(100_000_000).nullable().optional(),
});

/** A parameter file, encrypted by the browser (ADR 0018). The portal cannot decrypt it. */
const ParameterFile = z
  .object({
    format: z.literal('varco-tsexp'),
    v: z.literal(1),
    guid: Uuid,
    expires_at: IsoInstant,
    kdf: z.object({
      alg: z.literal('argon2id'),
      v: z.int(),
      m: z.int(),
      t: z.int(),
      p: z.int(),
      salt: z.string().max(64),
    }),
    iv: z.string().max(64),
    ct: z.string().max(380_000),
  })
  .meta({ id: 'ExportParameterFile' });

/** A direct export: the portal only stores the encrypted parameter file and its PIN, encrypted with the owner's key. */
export const DirectExportConfig = z
  .object({
    file: ParameterFile,
    /** Encrypted with the owner's export key; the portal cannot read it. Null: the PIN is not stored. */
    sealed_pin: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9_:-]+$/)
      .nullable(),
    /** After this instant the plants refuse the parameters. */
    expires: IsoInstant,
  })
  .meta({ id: 'DirectExportConfig' });
export type DirectExportConfig = z.infer<typeof DirectExportConfig>;

const startBody = z.object({
  /** Created by the client: it is in the delegations, and a repeated request starts only one export. */
  guid: Uuid,
  label: plainText(120),
  peers: z.array(ExportPeer).min(1).max(MAX_EXPORT_PEERS),
  /**
   * Password of this export, derived from the person's export key and the guid; stored encrypted until the file is
   * complete.
   */
  encryption_key: Key32,
  without_images: z.boolean(),
  with_context_images: z.boolean(),
  notes: Notes,
  /** Requires images. */
  watermark_tag: plainText(MAX_EXPORT_WATERMARK_LENGTH),
  direct_export_config: DirectExportConfig.nullable().optional(),
});

const READ = { who: 'portal-user', rule: 'ready' } as const;
const params = z.object({ export: Uuid });

/**
 * `conflict` / `max_exports` carries `active_exports` and `max_active_exports`; `conflict` / `export_exists`: the
 * guid was used for another request.
 */
export const startExport = endpoint({
  id: 'startExport',
  method: 'POST',
  path: '/api/v1/exports',
  summary: 'Start an export over many plants',
  body: startBody,
  response: z.object({ guid: Uuid }),
  errors: ['bad_request', 'invalid_token', 'no_perms', 'conflict', 'rate_limit_exceeded', 'unavailable'],
  access: READ,
  grows: ['exports'],
  audit: 'exports.start',
  limit: 'export-start',
});

const list = { errors: ['invalid_token', 'no_perms', 'unavailable'], access: READ, limit: 'read' } as const;
const readOne = { errors: BASIC_ONE_ERRORS, access: READ, limit: 'read' } as const;
const change = { errors: BASIC_ONE_ERRORS, access: READ, limit: 'command' } as const;

export const listExports = endpoint({
  ...list,
  id: 'listExports',
  method: 'GET',
  path: '/api/v1/exports/',
  summary: 'Own saved exports, newest first',
  response: z.object({ exports: z.array(SavedExport).max(500), max_active_exports: z.int() }),
  audit: null,
});

export const getExport = endpoint({
  ...readOne,
  id: 'getExport',
  method: 'GET',
  path: '/api/v1/exports/:export',
  summary: 'One own saved export',
  params,
  response: SavedExport,
  audit: null,
});

/**
 * Events: `changed`: one of the caller's exports changed, and the client reloads them; `ping` every 15 seconds. The
 * stream carries no data and ends after ten minutes, so that the client must show a valid token again.
 */
export const watchExports = endpoint({
  id: 'watchExports',
  method: 'POST',
  path: '/api/v1/exports/watch',
  summary: 'Changes of the own exports as an event stream',
  body: z.object({}),
  response: eventStream,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'rate_limit_exceeded', 'unavailable'],
  access: READ,
  audit: null,
  limit: 'events',
});

export const updateExport = endpoint({
  ...change,
  id: 'updateExport',
  method: 'PUT',
  path: '/api/v1/exports/:export',
  summary: 'Change the notes of an own export, or mark its end as notified',
  params,
  body: z.object({ notes: Notes.optional(), notified: z.literal(true).optional() }),
  response: SavedExport,
  audit: 'exports.update',
});

/** A running export is cancelled first; its file is deleted at once. */
export const deleteExport = endpoint({
  ...change,
  id: 'deleteExport',
  method: 'DELETE',
  path: '/api/v1/exports/:export',
  summary: 'Delete an own export and its file',
  params,
  response: null,
  audit: 'exports.delete',
});

export const pendingExports = endpoint({
  ...list,
  id: 'pendingExports',
  method: 'GET',
  path: '/api/v1/lpr/export/pending',
  summary: 'Own pending exports',
  response: z.object({ exports: z.array(PendingExport).max(500) }),
  audit: null,
});

/** The parts received so far become a file, kept for three days. Without `job_id`: all the caller's pending exports. */
export const cancelExports = endpoint({
  ...change,
  id: 'cancelExports',
  method: 'DELETE',
  path: '/api/v1/lpr/export/pending',
  summary: 'Cancel own pending exports',
  query: z.object({ job_id: Uuid.optional() }),
  response: z.object({ cancelled: z.int().min(0) }),
  audit: 'exports.cancel',
});

/** Permits one download within one minute, because the new tab has no bearer token. */
export const openExportDownload = endpoint({
  ...change,
  id: 'openExportDownload',
  method: 'POST',
  path: '/api/v1/exports/:export/ticket',
  summary: 'Permit one download of an own export, and set its cookie',
  params,
  response: z.object({ expires: IsoInstant }),
  audit: 'exports.open',
});

/** Every refusal is the same `not_found`. */
export const downloadExport = endpoint({
  id: 'downloadExport',
  method: 'GET',
  path: '/api/v1/exports/:export/download',
  summary: 'The file of an export, opened in a new tab; the cookie proves the owner',
  params,
  response: fileResponse('application/zip'),
  errors: ['bad_request', 'invalid_token', 'not_found', 'unavailable'],
  access: { who: 'export-cookie' },
  audit: 'exports.download',
  limit: 'export-file',
});

/**
 * TA17: the parameter file itself, as JSON; the exporter accepts any file name that ends with `.tsexp`. For the owner
 * only.
 */
export const downloadDirectExport = endpoint({
  ...readOne,
  id: 'downloadDirectExport',
  method: 'GET',
  path: '/api/v1/exports/:export/direct',
  summary: 'The parameter file of an own direct export',
  params,
  response: ParameterFile,
  audit: 'exports.download',
});

/** Public keys with which a recipient verifies the portal's signature of a file's index. */
export const exportKeys = endpoint({
  id: 'exportKeys',
  method: 'GET',
  path: '/api/v1/exports/keys',
  summary: 'Public keys of this portal, to verify the signature of an export',
  response: z.object({
    keys: z
      .array(z.object({ kid: z.string().max(60), x: Key32 }))
      .min(1)
      .max(2),
  }),
  errors: [],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});
