import { z } from 'zod';
import { BASIC_ERRORS, BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Proof } from '../vault.ts';
import { IsoInstant, Uuid } from '../wire.ts';

/** One open session of the caller's own account: device, address and start. */
export const OpenSession = z
  .object({
    id: Uuid,
    /** The session of this call. */
    current: z.boolean(),
    /** Name of the browser and of the system, from its user agent; empty when unknown. */
    browser: z.string().max(40),
    system: z.string().max(40),
    /** Network address of the last use. */
    ip: z.string().max(60),
    remembered: z.boolean(),
    created_at: IsoInstant,
    last_used_at: IsoInstant,
  })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.infer<typeof OpenSession>;

const userId = z.coerce.number().int().min(1).max(2_147_483_647);

const access = { who: 'portal-user', rule: 'ready' } as const;

export const listSessions = endpoint({
  access,
  limit: 'read',
  id: 'listSessions',
  method: 'GET',
  path: '/api/v1/user/:id/sessions',
  summary: 'Own open sessions, newest use first',
  params: z.object({ id: userId }),
  response: z.object({ sessions: z.array(OpenSession).max(200) }),
  errors: BASIC_ERRORS,
  audit: null,
});

/** Wants the password again: whoever finds an unlocked machine, or steals a token, cannot put the owner out. Error: `bad_credentials`. */
export const revokeOwnSession = endpoint({
  access,
  limit: 'sign-in',
  id: 'revokeOwnSession',
  method: 'POST',
  path: '/api/v1/user/:id/sessions/:session/revoke',
  summary: 'End one of the own sessions, with the password',
  params: z.object({ id: userId, session: Uuid }),
  body: z.object({ password: Proof }),
  response: null,
  errors: [...BASIC_ONE_ERRORS, 'bad_credentials', 'rate_limit_exceeded'],
  audit: 'session.revoke',
});
