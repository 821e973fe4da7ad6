import {
  canManageGroups,
  canManageHolds,
  canManageSettings,
  canManageUsers,
  canReadAudit,
  canReadDeletions,
} from '@varco/domain/policy/plant-permissions.ts';

/** Access level of a page (P 2). `user`: signed in, with no pending account step. */
export type PageGuard =
  | 'public'
  | 'visitor'
  | 'first-access'
  | 'must-change'
  | 'user'
  | 'admin'
  | 'force-or-staff'
  | 'staff'
  | 'not-force';

/** Rights on plants that open pages (readings A-08, TA30; ADR 0008). */
export type PlantRight = 'users' | 'groups' | 'settings' | 'holds' | 'deletions' | 'audit' | 'requests';

/** Fields of the signed-in user that the guards read. */
export interface GuardedUser {
  readonly first_access: boolean;
  readonly must_change: boolean;
  readonly must_enable_2fa: boolean;
  readonly admin: boolean;
  readonly is_force: boolean;
  readonly is_staff: boolean;
  /** May read the portal's own log. */
  readonly audit_read?: boolean;
}

/** readings, part C: destination of users who may not open the requested page. */
export const SEARCH_PATH = '/lpr';
const TWO_FACTOR_PATH = '/settings/two-factor';

/**
 * Decides where a page request is redirected; null when the page may open. Checked in this order (P 2, readings B-01,
 * B-02): sign-in, first access, forced password change, mandatory two-factor, then the access level of the page.
 * @param user null: nobody is signed in, and no stored session could be restored
 */
export function findRedirect(guard: PageGuard, user: GuardedUser | null, path: string): string | null {
  if (guard === 'public') return null;
  if (guard === 'visitor') return user === null ? null : SEARCH_PATH;
  if (user === null) return '/login';
  if (guard === 'first-access') return user.first_access ? null : SEARCH_PATH;
  if (user.first_access) return '/first-access';
  if (guard === 'must-change') return user.must_change ? null : SEARCH_PATH;
  if (user.must_change) return '/password-change';
  if (user.must_enable_2fa && path !== TWO_FACTOR_PATH) return TWO_FACTOR_PATH;
  return canOpenPage(guard, user) ? null : SEARCH_PATH;
}

/** True when the user may not open the page for want of a right, and not because a step of the account is due. */
export const isRefusedPage = (guard: PageGuard, user: GuardedUser | null): boolean =>
  user !== null &&
  !user.first_access &&
  !user.must_change &&
  !user.must_enable_2fa &&
  guard !== 'public' &&
  guard !== 'visitor' &&
  !canOpenPage(guard, user);

function canOpenPage(guard: PageGuard, user: GuardedUser): boolean {
  switch (guard) {
    case 'admin':
      return user.admin;
    case 'force-or-staff':
      return user.is_force || user.is_staff;
    case 'staff':
      return user.is_staff;
    case 'not-force':
      return !user.is_force;
    default:
      return true;
  }
}

interface RightsOnPlant {
  readonly level: number;
  readonly can_manage_users: boolean;
  readonly audit_read: boolean;
  readonly handles_requests: boolean;
}

const PLANT_RIGHTS: Readonly<Record<PlantRight, (rights: RightsOnPlant) => boolean>> = {
  users: canManageUsers,
  groups: canManageGroups,
  settings: canManageSettings,
  holds: canManageHolds,
  deletions: canReadDeletions,
  audit: canReadAudit,
  requests: ({ handles_requests: handles }) => handles,
};

/** True when the user has this right on at least one plant; the log of the portal opens its page too. */
export const hasPlantRight = (right: PlantRight, plants: readonly RightsOnPlant[], user: GuardedUser | null): boolean =>
  (right === 'audit' && user?.audit_read === true) || plants.some(PLANT_RIGHTS[right]);
