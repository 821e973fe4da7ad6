import { canManageGroups, canManageUsers } from '@varco/domain/plants/plant-permissions.ts';

/** Who may open a page (P 2). `user`: signed in, nothing left to do first. */
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

/** Rights on plants that open pages (readings A-08, TA30). */
export type PlantRight = 'users' | 'groups';

/** What the guards ask of the signed-in person. */
export interface GuardedUser {
  readonly first_access: boolean;
  readonly must_change: boolean;
  readonly must_enable_2fa: boolean;
  readonly admin: boolean;
  readonly is_force: boolean;
  readonly is_staff: boolean;
}

/** readings, part C: where everybody goes who may not be where they wanted to. */
export const WORK = '/lpr';
const TWO_FACTOR = '/settings/two-factor';

/**
 * Where the guards send somebody who opens a page, or null when it opens. In this order (P 2, readings B-01, B-02): sign-in, first access,
 * forced change of the password, two-factor where it is compulsory, then what the page itself wants.
 * @param user null: nobody is signed in, and no stored session could be restored
 */
export function sentTo(guard: PageGuard, user: GuardedUser | null, path: string): string | null {
  if (guard === 'public') return null;
  if (guard === 'visitor') return user === null ? null : WORK;
  if (user === null) return '/login';
  if (guard === 'first-access') return user.first_access ? null : WORK;
  if (user.first_access) return '/first-access';
  if (guard === 'must-change') return user.must_change ? null : WORK;
  if (user.must_change) return '/password-change';
  if (user.must_enable_2fa && path !== TWO_FACTOR) return TWO_FACTOR;
  return mayOpen(guard, user) ? null : WORK;
}

function mayOpen(guard: PageGuard, user: GuardedUser): boolean {
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

/** Has the person this right on at least one plant? */
export const hasPlantRight = (
  right: PlantRight,
  plants: readonly { readonly level: number; readonly can_manage_users: boolean }[],
): boolean => plants.some((rights) => (right === 'users' ? canManageUsers(rights) : canManageGroups(rights)));
