import { z } from 'zod';
import { BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, plainText, Uuid, IdParams } from '../wire.ts';
import { PeerInfo, PortalUser } from './user.ts';

/** An address as typed in a form; the server accepts `https://host[:port]` only (security 8). */
const Address = z.string().min(1).max(300);
const Ip = z.union([z.ipv4(), z.ipv6()]);

/** A plant of the registry: the fields of a user's list, and those for administrators only (P 2, plant table). */
export const RegistryPeer = PeerInfo.extend({
  /** Version the plant last reported. */
  version: z.string().max(40),
  internal_ip: z.string().max(45).nullable(),
  /** Address its last heartbeat came from. */
  external_ip: z.string().max(45).nullable(),
  /** Address its heartbeats should come from; null: any. */
  expected_ip: z.string().max(45).nullable(),
  enabled: z.boolean(),
  /** Last valid day of its certificate; null: not known. */
  certificate: IsoDate.nullable(),
  info: z.string().max(300),
  smartphone: z.string().max(40),
  notes: z.string().max(2000),
  /** Raw Ed25519 key, base64url; null: its heartbeats are refused. */
  public_key: z.string().max(64).nullable(),
  /** A plant code is set, with which a user can add the plant to their own list. */
  has_plant_code: z.boolean(),
}).meta({ id: 'RegistryPeer' });
export type RegistryPeer = z.infer<typeof RegistryPeer>;

const PeerFields = z.object({
  uuid: Uuid,
  url: Address,
  label: plainText(80).refine((label) => label.trim() !== '', 'empty'),
  code: z.string().regex(/^[A-Z0-9]{0,6}$/),
  public_key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .nullable(),
  /** Absent: unchanged; empty: nobody can register with a code. */
  plant_code: z.string().max(64).optional(),
  expected_ip: Ip.nullable(),
  internal_ip: Ip.nullable(),
  enabled: z.boolean(),
  verified: z.boolean(),
  info: plainText(300),
  smartphone: plainText(40),
  notes: plainText(2000),
});

const peerParams = z.object({ peer: z.coerce.number().int().min(1).max(2_147_483_647) });

export const listPeers = endpoint({
  id: 'listPeers',
  method: 'GET',
  path: '/api/v1/peers',
  summary: 'Every plant of the registry (administrators)',
  response: z.object({ peers: z.array(RegistryPeer).max(2000) }),
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  access: { who: 'portal-user', rule: 'admin' },
  audit: null,
  limit: 'read',
});

const change = { access: { who: 'portal-user', rule: 'admin' }, limit: 'command' } as const;

/** `duplicate`: the registry already has an address that means the same plant, or the uuid. */
export const createPeer = endpoint({
  ...change,
  id: 'createPeer',
  method: 'POST',
  path: '/api/v1/peers',
  summary: 'Add a plant to the registry (administrators)',
  body: PeerFields,
  response: RegistryPeer,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'duplicate', 'unavailable'],
  audit: 'peer.create',
});

export const updatePeer = endpoint({
  ...change,
  id: 'updatePeer',
  method: 'PUT',
  path: '/api/v1/peers/:peer',
  summary: 'Change a plant of the registry (administrators)',
  params: peerParams,
  body: PeerFields,
  response: RegistryPeer,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'duplicate', 'unavailable'],
  audit: 'peer.update',
});

export const deletePeer = endpoint({
  ...change,
  id: 'deletePeer',
  method: 'DELETE',
  path: '/api/v1/peers/:peer',
  summary: 'Remove a plant from the registry and from every list (administrators)',
  params: peerParams,
  response: null,
  errors: BASIC_ONE_ERRORS,
  audit: 'peer.delete',
});

/**
 * A person adds a plant of the registry to their own list, authorised by the code that the plant's operator hands
 * out. An unknown plant and a wrong code give the same response (`bad_credentials`), so that the registry cannot be
 * explored by trying.
 */
export const registerPeer = endpoint({
  id: 'registerPeer',
  method: 'POST',
  path: '/api/v1/user/:id/peers',
  summary: 'Add a plant to the own list, by its code',
  params: IdParams,
  body: z.object({ plant_uuid: Uuid, plant_code: z.string().min(1).max(64) }),
  response: PortalUser,
  errors: ['bad_request', 'invalid_token', 'bad_credentials', 'no_perms', 'rate_limit_exceeded', 'unavailable'],
  access: { who: 'portal-user', rule: 'ready' },
  audit: 'user.register-plant',
  limit: 'command',
});
