import { z } from 'zod';
import { Fingerprint, JoiningOrigin } from './joining.ts';
import { IsoInstant } from './wire.ts';

/** The keys of a server: of itself (tokens, calls, exports), of its log, and as a witness of other logs. */
export const SERVER_KEYS = ['server', 'log', 'witness'] as const;
export type ServerKeyName = (typeof SERVER_KEYS)[number];

/** `signs`: the newest; `verifies`: the former one, still accepted; `retired`: accepted by nobody. */
export const SERVER_KEY_STATES = ['signs', 'verifies', 'retired'] as const;

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
      state: z.enum(SERVER_KEY_STATES),
      createdAt: z.string(),
      retiredAt: z.string().nullable(),
    }),
  ),
});
export type ServerKeysReport = z.output<typeof ServerKeysReport>;

/** RFC 7638 thumbprint of a key. */
const KeyId = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/**
 * A portal that does not know the newest key yet. `silent`: it took no heartbeat since the key is in use; `other-key`: it
 * knows the plant by another key; `unsaid`: its version does not say by which.
 */
export const UnawarePortal = z
  .object({ origin: JoiningOrigin, why: z.enum(['silent', 'other-key', 'unsaid']) })
  .meta({ id: 'UnawarePortal' });
export type UnawarePortal = z.output<typeof UnawarePortal>;

/** A key of a server as its administrators see it: never a private half. */
export const ServerKeyInfo = z
  .object({
    name: z.enum(SERVER_KEYS),
    kid: KeyId,
    state: z.enum(SERVER_KEY_STATES),
    /** Null: a retired key sealed with another secret. */
    fingerprint: Fingerprint.nullable(),
    created: IsoInstant,
    /** Null: the server at a start, or somebody before it was stored. */
    created_by: z.string().max(120).nullable(),
    retired: IsoInstant.nullable(),
    retired_by: z.string().max(120).nullable(),
    /** Every process of the server uses it, or it is the only one. */
    in_use: z.boolean(),
    /** Of a former key: what its retirement waits for. `waits`: for the new key to be in use. Null for other keys. */
    retirement: z.object({ waits: z.boolean(), unaware: z.array(UnawarePortal) }).nullable(),
  })
  .meta({ id: 'ServerKey' });
export type ServerKeyInfo = z.output<typeof ServerKeyInfo>;

/** Keys of a server, by name, the newest first. */
export const ServerKeysView = z.object({ keys: z.array(ServerKeyInfo).max(100) });
export type ServerKeysView = z.output<typeof ServerKeysView>;

/** Which key is replaced. */
export const NewServerKey = z.object({ name: z.enum(SERVER_KEYS) });
/** Which former key is retired: the one the person saw. */
export const RetiredServerKey = z.object({ name: z.enum(SERVER_KEYS), kid: KeyId });
