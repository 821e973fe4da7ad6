import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import type { PeerRow } from './peer.repository.ts';
import { toPeerInfo } from './peer.view.ts';

/** Registry row for administrators. Only a hash of the plant code is stored, so it cannot be shown. */
export const toRegistryPeer = (row: PeerRow, now: string): RegistryPeer => ({
  ...toPeerInfo(row, now),
  version: row.version,
  internal_ip: row.internal_ip,
  external_ip: row.external_ip,
  expected_ip: row.expected_ip,
  enabled: row.is_enabled,
  certificate: row.certificate_expiration,
  info: row.info,
  smartphone: row.smartphone,
  notes: row.notes,
  fingerprint: row.public_key === null ? null : describeKey(row.public_key),
  joined: row.joined_at,
  has_plant_code: row.plant_code_hash !== null,
});
