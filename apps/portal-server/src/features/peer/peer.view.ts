import type { PeerInfo } from '@varco/contract/portal/user.ts';
import { isServerWorking } from '@varco/domain/portal/plant-status.ts';
import type { ListedPeer } from './peer.repository.ts';

/** Reachable: it answered the portal's probe within the last minute. */
const REACHED_MS = 60_000;

/** Registry row in its wire form: facts only, the status code is derived from them (P 4). */
export const toPeerInfo = (row: ListedPeer, now: string): PeerInfo => ({
  id: row.id,
  uuid: row.uuid,
  url: row.url,
  label: row.label,
  code: row.code,
  reachable: row.reached_at !== null && Date.parse(now) - Date.parse(row.reached_at) <= REACHED_MS,
  verified: row.is_verified,
  last_seen: row.last_seen_at,
  last_status_message: row.last_status_message,
  last_status_message_time: row.last_status_message_at,
  server_time: row.server_time,
  server_working: isServerWorking(row.server_time, now),
  last_plate_date: row.last_plate_at,
  license_expiration: row.license_expiration,
});
