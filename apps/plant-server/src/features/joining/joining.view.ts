import type { JoinedPortal, JoiningCodeInfo } from '@varco/contract/plant/joining.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import type { JoinedPortalRow } from './joined-portals.repository.ts';
import type { JoiningCodeRow } from './joining-codes.repository.ts';

/** State of a code at an instant; a used one stays used. */
export function getCodeState(row: JoiningCodeRow, nowMs: number): JoiningCodeInfo['state'] {
  if (row.used_at !== null) return 'used';
  if (row.revoked_at !== null) return 'revoked';
  return parseInstantMs(row.expires_at) <= nowMs ? 'expired' : 'open';
}

export const toJoiningCodeInfo = (
  row: JoiningCodeRow,
  portals: readonly JoinedPortalRow[],
  nowMs: number,
): JoiningCodeInfo => ({
  id: row.id,
  state: getCodeState(row, nowMs),
  created: row.created_at,
  created_by: row.created_by,
  expires: row.expires_at,
  portal: row.portal_origin,
  seen: toSeen(row, portals),
  revoked: row.revoked_at,
  revoked_by: row.revoked_by,
});

/** The portal that used a code, or else the last one that showed it. */
function toSeen(row: JoiningCodeRow, portals: readonly JoinedPortalRow[]): JoiningCodeInfo['seen'] {
  const user = portals.find(({ id }) => id === row.used_by);
  if (user !== undefined && row.used_at !== null)
    return { origin: user.origin, fingerprint: describeKey(user.public_key), at: row.used_at };
  if (row.shown_at === null || row.shown_origin === null || row.shown_key === null) return null;
  return { origin: row.shown_origin, fingerprint: describeKey(row.shown_key), at: row.shown_at };
}

export const toJoinedPortal = (row: JoinedPortalRow): JoinedPortal => ({
  id: row.id,
  uuid: row.uuid,
  origin: row.origin,
  fingerprint: describeKey(row.public_key),
  joined: row.joined_at,
  joined_by: row.joined_by,
  revoked: row.revoked_at,
  revoked_by: row.revoked_by,
  heartbeat:
    row.heartbeat_at === null || row.heartbeat_result === null
      ? null
      : { at: row.heartbeat_at, result: row.heartbeat_result },
});
