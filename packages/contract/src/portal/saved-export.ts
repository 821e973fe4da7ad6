import { z } from 'zod';
import { MAX_EXPORT_NOTES_LENGTH, MAX_EXPORT_WATERMARK_LENGTH } from '@varco/domain/exports/saved-exports.ts';
import { ExportedFilter } from '../plant/exported-filter.ts';
import { IsoInstant, Uuid } from '../wire.ts';

/** Maximum number of plants in one export. */
export const MAX_EXPORT_PEERS = 200;

/** The filter without paging and other fields that do not affect what is exported. */
export const ExportFilter = ExportedFilter.omit({
  p: true,
  offs: true,
  page_size: true,
  paginate: true,
  after_id: true,
  before_id: true,
  f_include_count: true,
}).meta({ id: 'ExportFilter' });
export type ExportFilter = z.infer<typeof ExportFilter>;

/** Flags and counts of one run (T 3.9). */
export const ExportProgress = z
  .object({
    failed: z.boolean(),
    completed: z.boolean(),
    interrupted: z.boolean(),
    timed_out: z.boolean(),
    finished: z.boolean(),
    updated: IsoInstant.nullable(),
    started: IsoInstant.nullable(),
    ended: IsoInstant.nullable(),
    /** Seconds since the start; fixed at the end. */
    elapsed: z.number().min(0).nullable(),
    /** Estimated remaining seconds; null: unknown. */
    eta: z.number().min(0).nullable(),
    /** Transits done, and the total; null: unknown yet. */
    progress_count: z.int().min(0),
    progress_over: z.int().min(0).nullable(),
    /** 0 to 100. */
    progress_percentage: z.number().min(0).max(100).nullable(),
  })
  .meta({ id: 'ExportProgress' });
export type ExportProgress = z.infer<typeof ExportProgress>;

/** Why a plant's part is missing or incomplete. */
export const ExportFault = z
  .enum(['unreachable', 'refused', 'expired', 'limit', 'empty', 'failed', 'cancelled', 'too_large'])
  .meta({ id: 'ExportFault' });
export type ExportFault = z.infer<typeof ExportFault>;

export const ExportPeerState = z
  .object({
    peer_url: z.string().max(300),
    label: z.string().max(80),
    peer_number: z.int(),
    estimate: z.int().min(0).nullable(),
    progress: ExportProgress,
    /** 0 waiting, 1 starting, 2 running, 3 completed, 4 error. */
    reception: z.int().min(0).max(4),
    /** Bytes of the part received so far. */
    received: z.int().min(0),
    fault: ExportFault.nullable(),
    /** Attempts to reach the plant so far. */
    tries: z.int().min(0),
    next_try: IsoInstant.nullable(),
  })
  .meta({ id: 'ExportPeerState' });
export type ExportPeerState = z.infer<typeof ExportPeerState>;

/** A saved export (T 3.9). */
export const SavedExport = z
  .object({
    id: Uuid,
    created_at: IsoInstant,
    /** The owner was notified of its end. */
    notified: z.boolean(),
    user_id: z.int(),
    label: z.string().max(120),
    notes: z.string().max(MAX_EXPORT_NOTES_LENGTH),
    file_name: z.string().max(120),
    /** Bytes; null: no file (yet, or any more). */
    file_size: z.int().min(0).nullable(),
    /** When the file will be deleted; null: not ended. */
    kept_until: IsoInstant.nullable(),
    /** Estimated completion; null: unknown, or ended. */
    prediction: IsoInstant.nullable(),
    without_images: z.boolean(),
    with_context_images: z.boolean(),
    watermark_tag: z.string().max(MAX_EXPORT_WATERMARK_LENGTH),
    /** The filter of the first plant; the filters of the other plants mean the same in each plant's own ids. */
    parameters: ExportFilter.nullable(),
    transits: z.int().min(0),
    reception: z.int().min(0).max(4),
    /** Null for a direct export, whose progress the portal cannot see. */
    progress: ExportProgress.nullable(),
    peers: z.array(ExportPeerState).max(MAX_EXPORT_PEERS),
    /** False: it was encrypted with a key the caller no longer has; the file cannot be opened, only created again. */
    key_matches: z.boolean().default(true),
    direct_export_config: z.object({ sealed_pin: z.string().max(200).nullable(), expires: IsoInstant }).nullable(),
  })
  .meta({ id: 'SavedExport' });
export type SavedExport = z.infer<typeof SavedExport>;

/** An export that has not ended (T 3.9). */
export const PendingExport = ExportProgress.omit({ completed: true, finished: true })
  .extend({ pending: z.boolean(), job_id: Uuid })
  .meta({ id: 'PendingExport' });
