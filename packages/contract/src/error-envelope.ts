import { z } from 'zod';

/** Error body of every server (P 8). `path` is the route pattern, never the actual address. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().max(64),
      sub_code: z.string().max(64).optional(),
      path: z.string().max(300),
      /** Field the error is about, JSON pointer style (`body/f_targa`); only for bad_request. */
      field: z.string().max(200).optional(),
      /** Facts a client may show, such as active_exports and max_active_exports. Never personal data. */
      data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      request_id: z.string().max(64).optional(),
    }),
  })
  .meta({ id: 'ErrorEnvelope' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
