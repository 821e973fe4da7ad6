import { z } from 'zod';

/** The keys of a server: of itself (tokens, calls, exports), of its log, and as a witness of other logs. */
export const SERVER_KEYS = ['server', 'log', 'witness'] as const;
export type ServerKeyName = (typeof SERVER_KEYS)[number];

/** What a server's program `keys` prints for `varco keys`: public halves only. Instants are ISO. */
export const ServerKeysReport = z.object({
  keys: z.array(
    z.object({
      name: z.enum(SERVER_KEYS),
      /** RFC 7638 thumbprint. */
      kid: z.string(),
      /** Raw public key, base64url; null: sealed with another secret. */
      publicKey: z.string().nullable(),
      fingerprint: z.string().nullable(),
      state: z.enum(['signs', 'verifies', 'retired']),
      createdAt: z.string(),
      retiredAt: z.string().nullable(),
    }),
  ),
});
export type ServerKeysReport = z.output<typeof ServerKeysReport>;
