import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { TransitId } from '../wire.ts';

/** Maximum number of transits in one report (security rules, part 9). */
export const MAX_REPORT_TRANSITS = 200;

/** A report as sent (readings TA18, TA19): JSON with the PDF inside. */
export const TransitReport = z
  .object({
    /** The PDF, base64. */
    data: z.string(),
    fileName: z.string().max(120),
    mimeType: z.literal('application/pdf'),
    /** Transits in the report, and requested ones that are missing: deleted, or not visible to this person. */
    count: z.int().min(0),
    missing: z.int().min(0),
  })
  .meta({ id: 'PrintedReport' });
export type TransitReport = z.infer<typeof TransitReport>;

const print = { errors: FIND_ERRORS, access: { who: 'plant-user', rule: 'transits.read' }, limit: 'print' } as const;

/** The language of the report follows `Accept-Language`: Italian or English. */
export const printTransit = endpoint({
  ...print,
  id: 'printTransit',
  method: 'GET',
  path: '/api/lpr/:id/pdf',
  summary: 'Report of one transit, one page',
  params: z.object({ id: TransitId }),
  response: TransitReport,
  audit: 'transits.print',
});

export const printTransits = endpoint({
  ...print,
  id: 'printTransits',
  method: 'POST',
  path: '/api/lpr/pdf',
  summary: 'Report of up to 200 transits, in the requested order',
  body: z.object({ ids: z.array(TransitId).min(1).max(MAX_REPORT_TRANSITS) }),
  response: TransitReport,
  audit: 'transits.print',
});
