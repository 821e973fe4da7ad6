import { z } from 'zod';

/** Who sends reads with a key: cameras and engines one by one, programs that import files. */
export const INGEST_KEY_KINDS = ['camera', 'import'] as const;
export type IngestKeyKind = (typeof INGEST_KEY_KINDS)[number];

/** What the plant's program `ingest-keys` prints for `varco ingest-keys`. Instants are ISO. */
export const IngestKeysReport = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      kind: z.enum(INGEST_KEY_KINDS),
      /** Names of the gates it may send for; null: all. */
      gates: z.array(z.string()).nullable(),
      /** Network it must come from; null: any. */
      network: z.string().nullable(),
      createdAt: z.string(),
      revokedAt: z.string().nullable(),
    }),
  ),
  /** The key that was made, which is shown only now; null: none was. */
  made: z.string().nullable(),
});
export type IngestKeysReport = z.output<typeof IngestKeysReport>;
