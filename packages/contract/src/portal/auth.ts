import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KdfBlock, Proof } from '../vault.ts';
import { PortalUser } from './user.ts';

const username = z.string().min(1).max(254);

const signIn = { access: { who: 'anyone' }, limit: 'sign-in' } as const;
const session = { access: { who: 'refresh-cookie' }, limit: 'sign-in' } as const;

/** Shape and response time are the same for an unknown user (security rules, part 4). */
export const authParams = endpoint({
  ...signIn,
  id: 'authParams',
  method: 'POST',
  path: '/api/v1/auth/params',
  summary: 'How the browser derives the login proof of this account',
  body: z.object({ username }),
  response: z.object({ kdf: KdfBlock }),
  errors: ['bad_request', 'rate_limit_exceeded'],
  audit: null,
});

/**
 * Response of login and refresh. `share`: 32 bytes base64url that unlock the restore record; deleted with the
 * session.
 */
export const SessionResponse = z
  .object({
    token: z.string().max(4096),
    /** Epoch seconds (readings B-10). */
    expires: z.int(),
    share: z.string().max(64),
    session_id: z.uuid(),
    user: PortalUser,
  })
  .meta({ id: 'SessionAnswer' });
export type SessionResponse = z.infer<typeof SessionResponse>;

export const login = endpoint({
  ...signIn,
  id: 'login',
  method: 'POST',
  path: '/api/v1/login',
  summary: 'Sign in with the login proof; passcode or recovery code when required',
  body: z.object({
    username,
    /** The login proof, never the password. */
    password: Proof,
    passcode: z.string().max(32).optional(),
    remember: z.boolean().default(false),
  }),
  response: SessionResponse,
  errors: [
    'bad_request',
    'bad_credentials',
    'no_auth',
    'user_expired',
    'expired_password',
    'email_not_verified',
    'not_configured',
    'rate_limit_exceeded',
  ],
  audit: 'session.login',
});

export const refresh = endpoint({
  ...session,
  id: 'refresh',
  method: 'POST',
  path: '/api/v1/auth/refresh',
  summary: 'New access token for the rotating refresh cookie',
  response: SessionResponse,
  errors: ['invalid_token', 'no_perms', 'rate_limit_exceeded'],
  audit: 'session.refresh',
});

export const logout = endpoint({
  ...session,
  id: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'End this session on the server',
  response: null,
  errors: ['no_perms'],
  audit: 'session.logout',
});
