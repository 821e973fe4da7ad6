import { z } from 'zod';
import { BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { VaultBlob } from '../vault.ts';
import { IsoInstant, plainText, Uuid } from '../wire.ts';

/**
 * What a key opens. `status`: the state of the plants, without addresses, people or plates; `monitoring`: the metrics of the
 * portal. No key has rights on plants or transits.
 */
export const PORTAL_KEY_TYPES = ['status', 'monitoring'] as const;
export type PortalKeyType = (typeof PORTAL_KEY_TYPES)[number];

/** A key always ends; nobody has to remember one that was forgotten. */
export const MAX_KEY_DAYS = 366;
export const DEFAULT_KEY_DAYS = 90;
export const MAX_PORTAL_KEYS = 200;
const MAX_KEY_USERS = 20;

/** A key of a program, assigned by administrators to the users who answer for it (P 3, readings B-44). */
export const PortalKey = z
  .object({
    id: Uuid,
    name: z.string().max(80),
    type: z.enum(PORTAL_KEY_TYPES),
    /**
     * Its first characters, to identify it. The whole key was shown once, when it was created; the portal stores a
     * hash.
     */
    key: z.string().max(16),
    enabled: z.boolean(),
    created: IsoInstant,
    updated: IsoInstant,
    expires: IsoInstant,
    /** To the minute; null: never used. */
    last_used: IsoInstant.nullable(),
  })
  .meta({ id: 'PortalKey' });
export type PortalKey = z.infer<typeof PortalKey>;

/** A key as its administrators see it. */
export const ManagedKey = PortalKey.extend({
  created_by: z.string().max(254),
  /** The users who answer for it. It gives them no rights. */
  users: z.array(z.object({ id: z.int(), username: z.string().max(254) })).max(MAX_KEY_USERS),
}).meta({ id: 'ManagedKey' });
export type ManagedKey = z.infer<typeof ManagedKey>;

export const listOwnKeys = endpoint({
  id: 'listOwnKeys',
  method: 'GET',
  path: '/api/v1/userinfo/keys',
  summary: "The caller's portal keys, and the sealed keys of the caller's vault",
  response: z.object({
    keys: z.array(PortalKey).max(MAX_PORTAL_KEYS),
    /** How the vault's own keys are derived and sealed; null: no vault yet. */
    vault: VaultBlob.pick({ v: true, rev: true, kdf: true, keys: true }).nullable(),
  }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
  limit: 'read',
});

const admin = { access: { who: 'portal-user', rule: 'admin' } } as const;
const params = z.object({ key: Uuid });
const KeyFields = z.object({
  name: plainText(80).refine((name) => name.trim() !== '', 'empty'),
  /** Ids of portal users. */
  users: z.array(z.int().min(1).max(2_147_483_647)).max(MAX_KEY_USERS),
});

export const listKeys = endpoint({
  ...admin,
  id: 'listKeys',
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'Keys of programs, newest first (administrators)',
  response: z.object({ keys: z.array(ManagedKey).max(MAX_PORTAL_KEYS) }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  audit: null,
  limit: 'read',
});

/** The answer is the only place where the key is shown. */
export const createKey = endpoint({
  ...admin,
  id: 'createKey',
  method: 'POST',
  path: '/api/v1/keys',
  summary: 'Make a key for a program (administrators)',
  body: KeyFields.extend({
    type: z.enum(PORTAL_KEY_TYPES),
    days: z.int().min(1).max(MAX_KEY_DAYS).default(DEFAULT_KEY_DAYS),
  }),
  response: z.object({ key: ManagedKey, secret: z.string().max(80) }),
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'conflict', 'unavailable'],
  audit: 'key.create',
  limit: 'command',
});

export const updateKey = endpoint({
  ...admin,
  id: 'updateKey',
  method: 'PUT',
  path: '/api/v1/keys/:key',
  summary: 'Rename a key, switch it on or off, change who answers for it (administrators)',
  params,
  body: KeyFields.extend({ enabled: z.boolean() }),
  response: ManagedKey,
  errors: BASIC_ONE_ERRORS,
  audit: 'key.update',
  limit: 'command',
});

export const deleteKey = endpoint({
  ...admin,
  id: 'deleteKey',
  method: 'DELETE',
  path: '/api/v1/keys/:key',
  summary: 'Delete a key; programs that have it are refused from now on (administrators)',
  params,
  response: null,
  errors: BASIC_ONE_ERRORS,
  audit: 'key.delete',
  limit: 'command',
});

/** A plant as a program sees it. */
const PlantStatus = z
  .object({
    label: z.string().max(80),
    code: z.string().max(6),
    /** It answered the portal within the last minute. */
    reachable: z.boolean(),
    /** Its clock moves. */
    server_working: z.boolean(),
    /** Its last heartbeat and its newest read; null: none yet. */
    last_seen: IsoInstant.nullable(),
    last_plate_date: IsoInstant.nullable(),
    license_expiration: z.string().max(10).nullable(),
    version: z.string().max(40),
  })
  .meta({ id: 'PlantStatus' });

export const portalStatus = endpoint({
  id: 'portalStatus',
  method: 'GET',
  path: '/api/v1/status',
  summary: 'State of the enabled plants, for a program with a key of type status',
  response: z.object({ time: IsoInstant, plants: z.array(PlantStatus).max(2000) }),
  errors: ['invalid_token', 'no_perms', 'rate_limit_exceeded', 'unavailable'],
  access: { who: 'portal-key', rule: 'status' },
  audit: null,
  limit: 'read',
});
