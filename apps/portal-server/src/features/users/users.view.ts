import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import type { AccountRow } from './users.repository.ts';

/** Account row in its wire form. `viewerId`: the administrator it is shown to. */
export const toPortalAccount = (row: AccountRow, viewerId: number): PortalAccount => ({
  id: row.id,
  uuid: row.uuid,
  username: row.username,
  email: row.email,
  fullname: row.full_name,
  active: row.is_active,
  verified: row.email_verified,
  must_change: row.must_change,
  admin: row.is_admin,
  audit_read: row.audit_read,
  last_login: row.last_login_at,
  telephone: row.telephone,
  mobile: row.mobile,
  enable_2fa: row.enable_2fa,
  notes: row.notes,
  keys: row.keys,
  created: row.created_at,
  updated: row.updated_at,
  authority: row.authority,
  first_access: row.is_first_access,
  invited: row.email_verified ? null : row.invited_at,
  open_sessions: Number(row.open_sessions ?? 0),
  admin_request: toAdminRequest(row, viewerId),
});

function toAdminRequest(row: AccountRow, viewerId: number): PortalAccount['admin_request'] {
  const { request_grants: grants, requested_at: requestedAt, request_expires_at: expiresAt } = row;
  if (grants === null || requestedAt === null || expiresAt === null) return null;
  return {
    grants,
    requested_by: row.requester_name ?? '',
    own: row.requester_id === viewerId,
    requested_at: requestedAt,
    expires_at: expiresAt,
  };
}
