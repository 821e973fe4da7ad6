import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { VaultBlob } from '../vault.ts';
import { IsoInstant, Uuid } from '../wire.ts';

/** An API key of the portal, assigned to users by administrators (P 3, readings B-44). */
export const PortalKey = z
  .object({
    id: Uuid,
    name: z.string().max(80),
    type: z.enum(['read', 'write']),
    /**
     * Its first characters, to identify it. The whole key was shown once, when it was created; the portal stores a
     * hash.
     */
    key: z.string().max(16),
    enabled: z.boolean(),
    created: IsoInstant,
    updated: IsoInstant,
  })
  .meta({ id: 'PortalKey' });
export type PortalKey = z.infer<typeof PortalKey>;

export const listOwnKeys = endpoint({
  id: 'listOwnKeys',
  method: 'GET',
  path: '/api/v1/userinfo/keys',
  summary: "The caller's portal keys, and the sealed keys of the caller's vault",
  response: z.object({
    keys: z.array(PortalKey).max(200),
    /** How the vault's own keys are derived and sealed; null: no vault yet. */
    vault: VaultBlob.pick({ v: true, rev: true, kdf: true, keys: true }).nullable(),
  }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
  limit: 'read',
});
