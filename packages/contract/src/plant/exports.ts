import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint, fileResponse } from '../endpoint.ts';
import { IsoInstant, plainText, QueryBoolean, Uuid, wireInt } from '../wire.ts';
import { ExportedFilter, ExportLimitation } from './exported-filter.ts';

/**
 * ZIP password of one export: the browser derives it from the person's export key and the guid (security rules, part
 * 3).
 */
export const ZipPassword = z.string().regex(/^[\u0021-\u007e]{16,128}$/);

export const WatermarkText = plainText(80);

/** Optional contents of an export (T 5.2: context pictures only together with pictures). */
export const EXPORT_CONTENTS = {
  without_images: QueryBoolean,
  with_context_images: QueryBoolean.default(false),
  watermark_tag: WatermarkText.default(''),
};

/** False when context pictures are requested without pictures. */
export const areContentsConsistent = (requested: { without_images: boolean; with_context_images: boolean }): boolean =>
  !(requested.without_images && requested.with_context_images);

/** Body of an estimate. `mono`: this plant exports alone, and its limit is halved. */
export const ExportEstimateBody = z
  .strictObject({ filter: ExportedFilter, ...EXPORT_CONTENTS, mono: QueryBoolean.default(false) })
  .refine(areContentsConsistent, 'with_context_images');

/** An approval under which an export goes beyond the limits of the caller's role, who granted it, and until when it is usable. */
const ExportApproval = z
  .object({ id: Uuid, deciso_da: z.string().max(200), valida_fino: IsoInstant })
  .meta({ id: 'ExportApproval' });

/** Maximum number of approvals of one export: those that showed picked transits. */
export const MAX_EXPORT_APPROVALS = 200;

/**
 * Estimate of one plant. Rows are counted up to one above `max_exportable` and for two seconds at most, so it is
 * never slow. `is_exact` false: there are at least `count`.
 */
export const ExportEstimate = z
  .object({
    count: z.int().min(0),
    is_exact: z.boolean(),
    /**
     * Transits this person may still export here today with these contents (T 9: limit times 1 minus the used share).
     */
    max_exportable: z.int().min(0),
    /** Share of the daily quota already used, in thousandths. */
    used_per_mille: z.int().min(0),
    limit_reached: z.boolean(),
    license_valid: z.boolean(),
    /** Estimated size of the part, and time to create it. */
    bytes: z.int().min(0),
    seconds: z.int().min(0),
    limitations: z.array(ExportLimitation).max(8),
    /** Absent: within the limits of the role, or a server without them. */
    consensi: z.array(ExportApproval).min(1).max(MAX_EXPORT_APPROVALS).optional(),
  })
  .meta({ id: 'ExportEstimate' });
export type ExportEstimate = z.infer<typeof ExportEstimate>;

/** `portal`: the part is pushed to the portal; `direct`: the exporter fetches it from the plant. */
export const ExportMode = z.enum(['portal', 'direct']);

/**
 * Requests a delegation: a token that permits a portal or the direct exporter to export these transits under this
 * guid (created by the client).
 */
export const ExportDelegationBody = z
  .strictObject({
    export_guid: Uuid,
    mode: ExportMode,
    filter: ExportedFilter,
    ...EXPORT_CONTENTS,
    notes: plainText(500).default(''),
    mono: QueryBoolean.default(false),
  })
  .refine(areContentsConsistent, 'with_context_images');

/** T 7.1. The filter and contents must be those the delegation was issued for. */
export const PushExportBody = z
  .strictObject({
    filter: ExportedFilter,
    export_guid: Uuid,
    encryption_key: ZipPassword,
    ...EXPORT_CONTENTS,
    /** Address at the portal to which this part is pushed; empty: the exporter fetches the part. */
    destination: z.union([z.literal(''), z.url().max(300)]).default(''),
    /** Number of this plant in the export, from 1. */
    peer_number: wireInt(1, 500),
  })
  .refine(areContentsConsistent, 'with_context_images');

/** Phase of a part. `sending`: being pushed; `ready`: stored here to be fetched; `delivered`: the portal has it. */
export const ExportPartPhase = z.enum([
  'waiting',
  'building',
  'sending',
  'ready',
  'delivered',
  'failed',
  'cancelled',
  'timed_out',
]);
export type ExportPartPhase = z.infer<typeof ExportPartPhase>;

/** State of a part (T 3.9, pending status), and its contents. */
export const ExportPart = z
  .object({
    job_id: Uuid,
    phase: ExportPartPhase,
    pending: z.boolean(),
    failed: z.boolean(),
    interrupted: z.boolean(),
    timed_out: z.boolean(),
    updated: IsoInstant,
    started: IsoInstant.nullable(),
    ended: IsoInstant.nullable(),
    /** Seconds. */
    elapsed: z.int().min(0),
    eta: z.int().min(0).nullable(),
    progress_count: z.int().min(0),
    progress_over: z.int().min(0),
    progress_percentage: z.int().min(0).max(100),
    /** Bytes of the finished part, and how many the portal has received. */
    bytes: z.int().min(0),
    bytes_sent: z.int().min(0),
    /** SHA-256 of the part, hexadecimal; null: not finished. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    /** Sub-code of the failure; empty: none. */
    problem: z.string().max(40),
    limitations: z.array(ExportLimitation).max(8),
    /** Pictures were requested, but the plant's licence does not include them. */
    pictures_withheld: z.boolean(),
    /** The part contains everything the filter selects, as far as it has got. */
    complete: z.boolean(),
  })
  .meta({ id: 'ExportPart' });
export type ExportPart = z.infer<typeof ExportPart>;

/** Public keys of the plant, to verify its signatures. */
export const PlantKeys = z
  .object({
    plant_uuid: Uuid,
    label: z.string().max(120),
    keys: z
      .array(z.object({ kid: z.string().max(60), x: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }))
      .min(1)
      .max(2),
  })
  .meta({ id: 'PlantKeys' });

export const EXPORT_PART_ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'not_found',
  'rate_limit_exceeded',
] as const;
const READ = { who: 'plant-user', rule: 'transits.read' } as const;
const DELEGATE = { who: 'export-delegation' } as const;
const Guid = z.object({ guid: Uuid });

export const estimateExport = endpoint({
  id: 'estimateExport',
  method: 'POST',
  path: '/api/lpr/export/estimate',
  summary: 'Number of transits an export would have, and its limit',
  body: ExportEstimateBody,
  response: ExportEstimate,
  errors: SEARCH_ERRORS,
  access: READ,
  audit: 'exports.estimate',
  limit: 'search',
});

export const delegateExport = endpoint({
  id: 'delegateExport',
  method: 'POST',
  path: '/api/lpr/export/delegation',
  summary:
    'Leave for a portal or an exporter to have exactly these transits exported, for two hours; the plant token never leaves the browser',
  body: ExportDelegationBody,
  response: z.object({ jwt: z.string().max(2048), expires_at: IsoInstant }),
  errors: [...SEARCH_ERRORS, 'conflict'],
  access: READ,
  audit: 'exports.delegate',
  limit: 'export',
});

export const pushExport = endpoint({
  id: 'pushExport',
  method: 'POST',
  path: '/api/lpr/export/push',
  summary: 'Start a part; a repeated call with the same guid only returns its state',
  body: PushExportBody,
  response: ExportPart,
  successStatus: 202,
  errors: [...EXPORT_PART_ERRORS, 'conflict'],
  access: DELEGATE,
  grows: ['exports'],
  audit: 'exports.start',
  limit: 'export',
});

export const getExportPart = endpoint({
  id: 'getExportPart',
  method: 'GET',
  path: '/api/lpr/export/push/:guid',
  summary: 'State of a part',
  params: Guid,
  response: ExportPart,
  errors: EXPORT_PART_ERRORS,
  access: DELEGATE,
  audit: null,
  limit: 'read',
});

export const cancelExportPart = endpoint({
  id: 'cancelExportPart',
  method: 'DELETE',
  path: '/api/lpr/export/push/:guid',
  summary: 'Stop a part; a finished one is not changed',
  params: Guid,
  response: ExportPart,
  errors: EXPORT_PART_ERRORS,
  access: DELEGATE,
  audit: 'exports.cancel',
  limit: 'command',
});

/** Supports `Range: bytes=N-`, so that an interrupted download can continue. */
export const fetchExportPart = endpoint({
  id: 'fetchExportPart',
  method: 'GET',
  path: '/api/lpr/export/push/:guid/file',
  summary: 'The finished part of a direct export, from any byte offset',
  params: Guid,
  response: fileResponse('application/zip'),
  errors: [...EXPORT_PART_ERRORS, 'conflict'],
  access: DELEGATE,
  audit: 'exports.download',
  limit: 'export-file',
});

export const plantKeys = endpoint({
  id: 'plantKeys',
  method: 'GET',
  path: '/api/lpr/export/keys',
  summary: 'Public keys of this plant, to verify the signature of an export',
  response: PlantKeys,
  errors: [],
  access: { who: 'anyone' },
  audit: null,
  limit: 'read',
});
