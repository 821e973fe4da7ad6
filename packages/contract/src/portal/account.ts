import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KdfBlock, Proof, VaultBlob } from '../vault.ts';
import { plainText } from '../wire.ts';
import { PortalUser } from './user.ts';

const email = z.string().min(1).max(254);

/**
 * Completes a first access: the provisioned account becomes the person's own (readings B-03). The browser creates
 * proof and vault; without `username` the e-mail is used. All sessions end; the e-mail must be verified before the
 * next sign-in.
 */
export const createUser = endpoint({
  id: 'createUser',
  method: 'POST',
  path: '/api/v1/user',
  summary: 'Create the personal account at first access',
  body: z.object({
    username: plainText(254).optional(),
    email,
    password: Proof,
    full_name: plainText(120),
    mobile: plainText(40),
    /** Municipality or authority; mandatory for people outside police and armed forces (decisions). */
    authority: plainText(120).optional(),
    language: z.enum(['it', 'en']).optional(),
    peer_creds: VaultBlob,
  }),
  response: PortalUser,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'duplicate', 'conflict', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'portal-user', rule: 'any' },
  audit: 'user.create',
  limit: 'vault',
});

const fromLink = { access: { who: 'anyone' }, limit: 'sign-in' } as const;

/** The token of the mailed link. It is in the fragment of the address, so that no server log contains it. */
export const verifyEmail = endpoint({
  ...fromLink,
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/v1/auth/verify-email',
  summary: 'Verify the e-mail with the token of the mailed link (48 h, once)',
  body: z.object({ token: z.string().min(1).max(100) }),
  response: null,
  errors: ['bad_request', 'invalid_token', 'unavailable', 'rate_limit_exceeded'],
  audit: 'user.verify-email',
});

/** The response is always the same, so that nobody can find out whether an address is known (readings B-06). */
export const lostPassword = endpoint({
  ...fromLink,
  id: 'lostPassword',
  method: 'POST',
  path: '/api/v1/auth/lost-password',
  summary: 'Request a link to choose a new password',
  body: z.object({ email }),
  response: null,
  errors: ['bad_request', 'unavailable', 'rate_limit_exceeded'],
  audit: 'user.lost-password',
});

/** The bearer token is the one of the mailed link. The vault is not changed: only its own keys open it. */
export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/v1/auth/reset-password',
  summary: 'Choose a new password with the mailed link (30 min, once); all sessions end',
  body: z.object({ email, password: Proof, kdf: KdfBlock }),
  response: null,
  errors: ['bad_request', 'invalid_token', 'unavailable', 'rate_limit_exceeded'],
  access: { who: 'recovery-token' },
  audit: 'user.reset-password',
  limit: 'sign-in',
});
