import type { PeerInfo, PortalUser } from '@varco/contract/portal/user.ts';
import { isForceUser, isProviderStaff } from '@varco/domain/portal/user-kind.ts';
import { type PortalSettings, toDomainLists } from '../settings/portal-settings.ts';
import { isSecondFactorRequired } from '../two-factor/required.ts';
import type { UserRecord } from './user.repository.ts';

/** Account row in its wire form. `isOwner` false: without the sealed vault. */
export function toPortalUser(
  row: UserRecord,
  context: { peers: readonly PeerInfo[]; settings: PortalSettings; isOwner: boolean },
): PortalUser {
  const domains = toDomainLists(context.settings);
  const kind = { username: row.username, email: row.email, emailVerified: row.email_verified };
  return {
    id: row.id,
    uuid: row.uuid,
    first_access: row.is_first_access,
    username: row.username,
    email: row.email,
    fullname: row.full_name,
    active: row.is_active,
    must_change: row.must_change,
    admin: row.is_admin,
    audit_read: row.audit_read,
    notes: row.notes,
    email_verified: row.email_verified,
    last_login: row.last_login_at,
    mobile: row.mobile,
    telephone: row.telephone,
    enable_2fa: row.enable_2fa,
    must_enable_2fa: !row.enable_2fa && isSecondFactorRequired(context.settings, row),
    is_force: isForceUser(kind, domains),
    is_staff: isProviderStaff(kind, domains),
    peer_list: [...context.peers],
    peer_creds: context.isOwner ? row.peer_creds : null,
    frontend_url: row.frontend_url,
    first_steps: context.isOwner && row.shows_first_steps,
  };
}
