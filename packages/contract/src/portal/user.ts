import { z } from 'zod';
import { BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Proof, VaultBlob } from '../vault.ts';
import { IsoInstant, plainText, Uuid, IdParams } from '../wire.ts';

/** Non-sensitive facts from the registry about a plant of the user (P 3 peer_list, Plant). */
export const PeerInfo = z
  .object({
    id: z.int(),
    uuid: Uuid,
    /** Address in the registry. Passwords are only ever sent to the address inside the sealed vault. */
    url: z.string().max(300),
    label: z.string().max(80),
    code: z.string().max(6),
    reachable: z.boolean(),
    verified: z.boolean(),
    last_seen: IsoInstant.nullable(),
    last_status_message: z.string().max(300).nullable(),
    last_status_message_time: IsoInstant.nullable(),
    server_time: IsoInstant.nullable(),
    server_working: z.boolean(),
    last_plate_date: IsoInstant.nullable(),
    license_expiration: z.string().max(10).nullable(),
  })
  .meta({ id: 'PeerInfo' });
export type PeerInfo = z.infer<typeof PeerInfo>;

/** Portal user (P 3). */
export const PortalUser = z
  .object({
    id: z.int(),
    uuid: Uuid,
    first_access: z.boolean(),
    username: z.string().max(254),
    email: z.string().max(254),
    fullname: z.string().max(120),
    active: z.boolean(),
    must_change: z.boolean(),
    admin: z.boolean(),
    /** May read the portal's own log (ADR 0008); absent on older portals. */
    audit_read: z.boolean().default(false),
    notes: z.string().max(2000),
    email_verified: z.boolean(),
    last_login: IsoInstant.nullable(),
    mobile: z.string().max(40),
    telephone: z.string().max(40),
    enable_2fa: z.boolean(),
    /**
     * The portal requires two-factor to be enabled before anything else; absent on older portals, which do not
     * require it.
     */
    must_enable_2fa: z.boolean().default(false),
    /** Recognised by the verified e-mail domain (P 1). */
    is_force: z.boolean(),
    is_staff: z.boolean(),
    peer_list: z.array(PeerInfo).max(500),
    /** Sealed vault; null until the person saves the first credential. */
    peer_creds: VaultBlob.nullable(),
    frontend_url: z.string().max(300),
    /** The first steps are still to be shown to the owner; absent on older portals. */
    first_steps: z.boolean().default(false),
  })
  .meta({ id: 'PortalUser' });
export type PortalUser = z.infer<typeof PortalUser>;

const read = { access: { who: 'portal-user', rule: 'any' }, limit: 'read' } as const;

export const getUser = endpoint({
  ...read,
  id: 'getUser',
  method: 'GET',
  path: '/api/v1/user/:id',
  summary: 'The signed-in user (others: administrators only)',
  params: IdParams,
  response: PortalUser,
  // Somebody who must change the password reads only the own record.
  errors: [...BASIC_ONE_ERRORS, 'pass_change_required'],
  audit: null,
});

/**
 * Changes the caller's own fields; `active`, `must_change`, `audit_read` and `notes` are changed by an administrator on another
 * person's account, and only these (ADM-04). A disabled account loses its sessions. `peer_creds` needs rev = stored + 1, else conflict/vault_rev with the stored rev
 * in data. A new password requires `old_password` (proof) and the re-sealed vault in the same request and
 * transaction.
 */
export const updateUser = endpoint({
  id: 'updateUser',
  method: 'PUT',
  path: '/api/v1/user/:id',
  summary: "Change own fields, password (with the re-sealed vault) or plant credentials; administrators: others' state",
  params: IdParams,
  body: z.object({
    fullname: plainText(120).optional(),
    mobile: plainText(40).optional(),
    telephone: plainText(40).optional(),
    password: Proof.optional(),
    old_password: Proof.optional(),
    peer_creds: VaultBlob.optional(),
    active: z.boolean().optional(),
    must_change: z.boolean().optional(),
    audit_read: z.boolean().optional(),
    notes: plainText(2000).optional(),
    /** The own first steps have ended, or were skipped; they are not shown again. */
    first_steps: z.literal(false).optional(),
  }),
  response: PortalUser,
  errors: [
    'bad_request',
    'invalid_token',
    'bad_credentials',
    'conflict',
    'no_perms',
    'not_found',
    'pass_change_required',
    'unavailable',
    'rate_limit_exceeded',
  ],
  access: { who: 'portal-user', rule: 'any' },
  audit: 'user.update',
  limit: 'vault',
});

/** HEAD: 409 means taken (P 7). */
export const usernameTaken = endpoint({
  ...read,
  id: 'usernameTaken',
  method: 'HEAD',
  path: '/api/v1/user',
  summary: 'Whether a username or e-mail is taken: 409 when it is',
  query: z.object({ username: z.string().min(1).max(254) }),
  response: null,
  errors: ['bad_request', 'duplicate', 'invalid_token', 'rate_limit_exceeded'],
  audit: null,
});
