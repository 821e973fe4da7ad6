import { z } from 'zod';
import { BASIC_ONE_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Fingerprint } from '../joining.ts';
import { IsoDate, IsoInstant, plainText, Uuid, IdParams } from '../wire.ts';
import { PeerInfo, PortalUser } from './user.ts';

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
  /** Of its public key; null: it has none, and its heartbeats are refused. */
  fingerprint: Fingerprint.nullable(),
  /** When it joined last; null: registered before there were joining codes. */
  joined: IsoInstant.nullable(),
  /** A plant code is set, with which a user can add the plant to their own list. */
  has_plant_code: z.boolean(),
}).meta({ id: 'RegistryPeer' });
export type RegistryPeer = z.infer<typeof RegistryPeer>;

const PeerFields = z.object({
  label: plainText(80).refine((label) => label.trim() !== '', 'empty'),
  code: z.string().regex(/^[A-Z0-9]{0,6}$/),
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

/** Identity, address and key of a plant come from joining (ADR 0036) and are not typed. */
export const updatePeer = endpoint({
  ...change,
  id: 'updatePeer',
  method: 'PUT',
  path: '/api/v1/peers/:peer',
  summary: 'Change a plant of the registry (administrators)',
  params: peerParams,
  body: PeerFields,
  response: RegistryPeer,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'unavailable'],
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
