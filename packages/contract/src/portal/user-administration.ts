import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText, Uuid } from '../wire.ts';

/** A request of one administrator to give or take the admin flag; another administrator confirms it. */
export const AdminRequest = z
  .object({
    /** True: the flag is to be given; false: taken away. */
    grants: z.boolean(),
    requested_by: z.string().max(254),
    /** Made by the caller, who therefore cannot confirm it. */
    own: z.boolean(),
    requested_at: IsoInstant,
    expires_at: IsoInstant,
  })
  .meta({ id: 'AdminRequest' });
export type AdminRequest = z.infer<typeof AdminRequest>;

/** A portal user as shown in the administration (P 3): the specified columns, and what the actions depend on. */
export const PortalAccount = z
  .object({
    id: z.int(),
    uuid: Uuid,
    username: z.string().max(254),
    email: z.string().max(254),
    fullname: z.string().max(120),
    active: z.boolean(),
    /** The e-mail is verified. */
    verified: z.boolean(),
    must_change: z.boolean(),
    admin: z.boolean(),
    /** May read the portal's own log. */
    audit_read: z.boolean().default(false),
    last_login: IsoInstant.nullable(),
    telephone: z.string().max(40),
    mobile: z.string().max(40),
    enable_2fa: z.boolean(),
    notes: z.string().max(2000),
    /** Associated portal keys. */
    keys: z.array(z.object({ id: Uuid, name: z.string().max(80), enabled: z.boolean() })).max(200),
    created: IsoInstant,
    updated: IsoInstant,
    authority: z.string().max(120),
    /** Provisioned account whose owner has not signed in yet. */
    first_access: z.boolean(),
    /** Time of an invitation that has not been accepted; null: none is pending. */
    invited: IsoInstant.nullable(),
    open_sessions: z.int().min(0),
    admin_request: AdminRequest.nullable(),
  })
  .meta({ id: 'PortalAccount' });
export type PortalAccount = z.infer<typeof PortalAccount>;

/** `requested`: accounts with a pending request for the admin flag. */
export const PORTAL_ACCOUNT_STATES = ['all', 'active', 'disabled', 'invited', 'admin', 'requested'] as const;

export const PORTAL_ACCOUNT_PAGE_SIZE = 50;

const ListQuery = z.object({
  state: z.enum(PORTAL_ACCOUNT_STATES).default('all'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});

/** `total`: accounts that match, over all pages. */
export const PortalAccountPage = z
  .object({
    users: z.array(PortalAccount).max(PORTAL_ACCOUNT_PAGE_SIZE),
    total: z.int().min(0),
    page: z.int().min(1),
    pages: z.int().min(1),
  })
  .meta({ id: 'PortalAccountPage' });
export type PortalAccountPage = z.infer<typeof PortalAccountPage>;

const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const ADMIN = { who: 'portal-user', rule: 'admin' } as const;
const ERRORS = ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'conflict', 'unavailable'] as const;

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/api/v1/users',
  summary: 'Portal users by user name, 50 a page (administrators). The product itself uses the POST twin',
  query: ListQuery,
  response: PortalAccountPage,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable'],
  access: ADMIN,
  audit: 'user.search',
  limit: 'read',
});

/** The text is part of user name, e-mail, full name, authority or notes. It is in the body, not in the address. */
export const searchUsers = endpoint({
  id: 'searchUsers',
  method: 'POST',
  path: '/api/v1/users/search',
  summary: 'Search portal users (administrators)',
  body: z.object({
    text: plainText(100).default(''),
    state: z.enum(PORTAL_ACCOUNT_STATES).default('all'),
    page: z.int().min(1).max(10_000).default(1),
  }),
  response: PortalAccountPage,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable'],
  access: ADMIN,
  audit: 'user.search',
  limit: 'command',
});

/**
 * Creates an account and mails its owner a link to choose a password (7 days, once), which also verifies the e-mail.
 * Without `username` the e-mail is used.
 */
export const inviteUser = endpoint({
  id: 'inviteUser',
  method: 'POST',
  path: '/api/v1/users',
  summary: 'Invite a person by mail (administrators)',
  body: z.object({
    email: z.string().min(1).max(254),
    username: plainText(254).optional(),
    full_name: plainText(120),
    mobile: plainText(40).default(''),
    telephone: plainText(40).default(''),
    /** Municipality or authority; mandatory for people outside police and armed forces (decisions). */
    authority: plainText(120).optional(),
    notes: plainText(2000).default(''),
    language: z.enum(['it', 'en']).default('it'),
  }),
  response: PortalAccount,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'duplicate', 'unavailable', 'rate_limit_exceeded'],
  access: ADMIN,
  audit: 'user.invite',
  limit: 'command',
});

/** Error: `conflict`/`no_invitation` when the account was not invited or the invitation was accepted. */
export const repeatInvitation = endpoint({
  id: 'repeatInvitation',
  method: 'POST',
  path: '/api/v1/user/:id/invitation',
  summary: 'Mail the invitation again (administrators)',
  params,
  response: null,
  errors: [...ERRORS, 'rate_limit_exceeded'],
  access: ADMIN,
  audit: 'user.invite',
  limit: 'command',
});

/** The own account is excluded (`conflict`/`own_account`): own sessions are ended in the settings. */
export const endUserSessions = endpoint({
  id: 'endUserSessions',
  method: 'DELETE',
  path: '/api/v1/user/:id/sessions',
  summary: 'End all sessions of another person (administrators)',
  params,
  response: z.object({ ended: z.int().min(0) }),
  errors: ERRORS,
  access: ADMIN,
  audit: 'user.end-sessions',
  limit: 'command',
});

/** Deletes secret and recovery codes, ends all sessions and informs the person by mail. */
export const resetUserTwoFactor = endpoint({
  id: 'resetUserTwoFactor',
  method: 'DELETE',
  path: '/api/v1/user/:id/2fa',
  summary: 'Reset the second factor of another person (administrators)',
  params,
  response: PortalAccount,
  errors: ERRORS,
  access: ADMIN,
  audit: 'user.2fa-reset',
  limit: 'command',
});

/**
 * Errors, all `conflict`: `own_account`; `request_pending` when there is a request already; `request_not_needed` when
 * the flag has that value; `account_not_ready` for a person who is disabled or has not verified the e-mail.
 */
export const requestAdmin = endpoint({
  id: 'requestAdmin',
  method: 'POST',
  path: '/api/v1/user/:id/admin-request',
  summary: 'Request that a person gets or loses the admin flag; another administrator confirms (7 days)',
  params,
  body: z.object({ grants: z.boolean() }),
  response: PortalAccount,
  errors: ERRORS,
  access: ADMIN,
  audit: 'user.admin-request',
  limit: 'command',
});

/** Errors, all `conflict`: `own_account`; `own_request`, because the second person must be another. */
export const confirmAdmin = endpoint({
  id: 'confirmAdmin',
  method: 'POST',
  path: '/api/v1/user/:id/admin-request/confirm',
  summary: "Confirm another administrator's request for the admin flag",
  params,
  body: z.object({ grants: z.boolean() }),
  response: PortalAccount,
  errors: ERRORS,
  access: ADMIN,
  audit: 'user.admin-confirm',
  limit: 'command',
});

export const rejectAdmin = endpoint({
  id: 'rejectAdmin',
  method: 'DELETE',
  path: '/api/v1/user/:id/admin-request',
  summary: 'Withdraw or reject a request for the admin flag',
  params,
  response: PortalAccount,
  errors: ERRORS,
  access: ADMIN,
  audit: 'user.admin-reject',
  limit: 'command',
});
