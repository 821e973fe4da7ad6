import type { PortalUser } from '@varco/contract/portal/user.ts';

/** An invented portal user without plants. */
export const createPortalUser = (more: Partial<PortalUser> = {}): PortalUser => ({
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000001',
  first_access: false,
  username: 'anna',
  email: '',
  fullname: 'Anna',
  active: true,
  must_change: false,
  audit_read: false,
  admin: false,
  notes: '',
  email_verified: true,
  last_login: null,
  mobile: '',
  telephone: '',
  enable_2fa: false,
  must_enable_2fa: false,
  is_force: false,
  is_staff: false,
  peer_list: [],
  peer_creds: null,
  frontend_url: '',
  first_steps: false,
  ...more,
});
