import { z } from 'zod';
import { JOINING_CODE_HOURS, MAX_JOINING_CODE_HOURS } from '@varco/domain/joining/joining-code.ts';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Fingerprint, JoiningAnswer, JoiningOrigin, JoiningRequest } from '../joining.ts';
import { IdParams, IsoInstant, RowId, Uuid } from '../wire.ts';

/** Open codes a plant may have, and rows listed of each kind. */
export const MAX_OPEN_CODES = 20;
const MAX_LISTED = 100;

/** `open`: usable; `used`: by the portal named; `expired` and `revoked`: unusable. */
export const JOINING_CODE_STATES = ['open', 'used', 'expired', 'revoked'] as const;

/** A joining code without the code itself, which was shown once. */
export const JoiningCodeInfo = z
  .object({
    id: RowId,
    state: z.enum(JOINING_CODE_STATES),
    created: IsoInstant,
    created_by: z.string().max(120),
    expires: IsoInstant,
    /** Address of the only portal that may use it; null: any. */
    portal: JoiningOrigin.nullable(),
    /** Portal that used it, or that showed it last. */
    seen: z.object({ origin: JoiningOrigin, fingerprint: Fingerprint, at: IsoInstant }).nullable(),
    revoked: IsoInstant.nullable(),
    revoked_by: z.string().max(120).nullable(),
  })
  .meta({ id: 'JoiningCodeInfo' });
export type JoiningCodeInfo = z.output<typeof JoiningCodeInfo>;

/** A portal this plant reports to and whose pages may call it, or did. */
export const JoinedPortal = z
  .object({
    id: RowId,
    uuid: Uuid,
    origin: JoiningOrigin,
    fingerprint: Fingerprint,
    joined: IsoInstant,
    /** Who made the code. */
    joined_by: z.string().max(120),
    revoked: IsoInstant.nullable(),
    /** Empty: another portal joined under its address. */
    revoked_by: z.string().max(120).nullable(),
    /** Last heartbeat; null: none yet. */
    heartbeat: z.object({ at: IsoInstant, result: z.enum(['sent', 'refused', 'unreachable']) }).nullable(),
  })
  .meta({ id: 'JoinedPortal' });
export type JoinedPortal = z.output<typeof JoinedPortal>;

const ADMIN = { who: 'plant-user', rule: 'joining.manage' } as const;

export const listJoining = endpoint({
  id: 'listJoining',
  method: 'GET',
  path: '/api/joining',
  summary: 'Fingerprint of the plant, its joining codes (newest first) and the portals it has joined',
  response: z.object({
    fingerprint: Fingerprint,
    address: z.string().max(300),
    /** Portal named when the plant was set up: it gets heartbeats without a code. Null: none, or it has joined since. */
    named_portal: z.string().max(300).nullable(),
    codes: z.array(JoiningCodeInfo).max(MAX_LISTED),
    portals: z.array(JoinedPortal).max(MAX_LISTED),
  }),
  errors: CALL_ERRORS,
  access: ADMIN,
  audit: null,
  limit: 'read',
});

/** `conflict`: too many open codes. */
export const createJoiningCode = endpoint({
  id: 'createJoiningCode',
  method: 'POST',
  path: '/api/joining/codes',
  summary: 'Make a joining code; it is returned once',
  body: z.object({
    hours: z.int().min(1).max(MAX_JOINING_CODE_HOURS).default(JOINING_CODE_HOURS),
    /** Address of the only portal that may use it; null: any. */
    portal: JoiningOrigin.nullable().default(null),
  }),
  response: z.object({ code: z.string().max(1_000), info: JoiningCodeInfo }),
  errors: [...CALL_ERRORS, 'conflict'],
  access: ADMIN,
  audit: 'joining.create-code',
  limit: 'command',
});

/** A code that was used or has expired stays as it is. */
export const revokeJoiningCode = endpoint({
  id: 'revokeJoiningCode',
  method: 'DELETE',
  path: '/api/joining/codes/:id',
  summary: 'Revoke an open joining code',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found'],
  access: ADMIN,
  audit: 'joining.revoke-code',
  limit: 'command',
});

export const revokePortal = endpoint({
  id: 'revokePortal',
  method: 'DELETE',
  path: '/api/joining/portals/:id',
  summary: 'Revoke a portal: no more heartbeats to it, no more calls from its pages',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found'],
  access: ADMIN,
  audit: 'joining.revoke-portal',
  limit: 'command',
});

const fromPortal = {
  method: 'POST',
  body: JoiningRequest,
  response: JoiningAnswer,
  errors: ['bad_request', 'conflict', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'anyone' },
  limit: 'report',
} as const;

/** Called by a portal. Whoever has no code learns nothing but that it is unknown. */
export const challengeJoining = endpoint({
  ...fromPortal,
  id: 'challengeJoining',
  path: '/api/joining/challenge',
  summary: 'A portal shows a joining code; the plant answers with its key and a challenge',
  audit: 'joining.challenge',
});

export const acceptJoining = endpoint({
  ...fromPortal,
  id: 'acceptJoining',
  path: '/api/joining/accept',
  summary: 'A portal takes the plant: the code is used up, and the plant reports to that portal',
  audit: 'joining.accept',
});
