import type { PlantRule } from '@varco/contract/endpoint.ts';
import { canActOnPlant, isForceEnabled, PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { canReserveEntries, canWriteLists } from '@varco/domain/policy/list-rights.ts';
import {
  canManageDistricts,
  canManageGroups,
  canManageHolds,
  canReadDeletions,
  canManageSettings,
  canManageUsers,
  canReadAudit,
} from '@varco/domain/policy/plant-permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import { authenticateTokenUser, checkTransitRights, type TokenAuthenticatorDeps } from './current-user.ts';
import type { PlantUser } from './plant-user.repository.ts';
import { toListRights, type PlantTokenViewer } from './plant-viewer.ts';

/** Access rules of the contract. Each returns the error to throw, or null when access is allowed. */
const ACCESS_RULES: Readonly<Record<PlantRule, (user: PlantUser) => AppError | null>> = {
  'signed-in': () => null,
  'gates.read': () => null,
  'audit.own': () => null,
  'transits.read': (user) => checkTransitRights(user),
  // T 6: actions on a plant need level 5 to 8 there; only a visible transit can be corrected.
  'transits.correct': (user) => checkTransitAction(user),
  // A note stands on a transit with its plate: who may correct it may annotate it, who sees plates may read notes.
  'notes.write': (user) => checkTransitAction(user),
  'notes.read': (user) => checkPlateRights(user),
  // ADR 0027: requests contain plates; whether this one may be decided by this person is checked for each.
  'approvals.decide': (user) => checkPlateRights(user) ?? denyLevelUnless(user.approves),
  // ADR 0064: its own right, which neither needs nor gives rights on transits.
  'requests.handle': (user) => denyLevelUnless(user.handles_requests),
  'gates.write': (user) => requireAdmin(user),
  // ADR 0008: its own right, which neither needs nor gives rights on transits.
  'audit.all': (user) => denyLevelUnless(canReadAudit(user)),
  // T 6: a ministerial look-up is an action on the plant, and needs the right to see plates.
  'look-ups.run': (user) => (mayLookUp(user) ? null : new AppError('no_perms', { sub: 'level' })),
  'look-ups.read': (user) =>
    mayLookUp(user) || user.level >= PLANT_ADMIN_LEVEL ? null : new AppError('no_perms', { sub: 'level' }),
  'look-ups.confirm': (user) => requireAdmin(user),
  'ingest.manage': (user) => requireAdmin(user),
  'joining.manage': (user) => requireAdmin(user),
  'retention.manage': (user) => denyLevelUnless(canManageHolds(user)),
  'retention.read': (user) => denyLevelUnless(canReadDeletions(user)),
  'settings.manage': (user) => denyLevelUnless(canManageSettings(user)),
  'system.read': (user) => requireAdmin(user),
  // T 6: the accomplice analysis is an action on the plant; both analyses show plates.
  'accomplices.run': (user) =>
    checkPlateRights(user) ?? (mayLookUp(user) ? null : new AppError('no_perms', { sub: 'level' })),
  'suspects.run': (user) => checkPlateRights(user),
  'suspects.tune': (user) => checkPlateRights(user) ?? requireAdmin(user),
  // Alerts need force rights, like transits, and the right to see plates, because they contain plates.
  'alerts.read': (user) => checkPlateRights(user),
  'channels.manage': (user) => requireAdmin(user),
  'people.alerts': (user) => {
    if (!isForceEnabled({ level: user.level, group: user.group_name }))
      return new AppError('no_perms', { sub: 'not_force' });
    return user.responsabile_interforze ? null : requireAdmin(user);
  },
  // readings A-08, TA30.
  'people.manage': (user) => denyLevelUnless(canManageUsers(user)),
  'groups.manage': (user) => denyLevelUnless(canManageGroups(user)),
  // User managers also assign users to districts.
  'districts.read': (user) => denyLevelUnless(canManageDistricts(user) || canManageUsers(user)),
  'districts.manage': (user) => denyLevelUnless(canManageDistricts(user)),
  // Which entries are visible (own ones below level 5, PERM-02) is decided row by row.
  'lists.read': () => null,
  'lists.write': (user) => {
    const denied = canWriteLists(toListRights(user));
    return denied === null
      ? null
      : new AppError('no_perms', { sub: denied === 'plant.notForce' ? 'not_force' : 'level' });
  },
  'lists.reserve': (user) =>
    canReserveEntries(toListRights(user)) ? null : new AppError('no_perms', { sub: 'level' }),
};

/** Force rights, and the right to see plates. */
function checkPlateRights(user: PlantUser): AppError | null {
  if (!isForceEnabled({ level: user.level, group: user.group_name }))
    return new AppError('no_perms', { sub: 'not_force' });
  return user.sees_plates ? null : new AppError('no_perms', { sub: 'level' });
}

/** T 6: actions on a plant need level 5 to 8 there. */
function checkTransitAction(user: PlantUser): AppError | null {
  const mayAct = canActOnPlant({ level: user.level, group: user.group_name }) === null;
  return checkPlateRights(user) ?? (mayAct ? null : new AppError('no_perms', { sub: 'level' }));
}

const mayLookUp = (user: PlantUser): boolean =>
  canActOnPlant({ level: user.level, group: user.group_name }) === null && user.sees_plates;

const denyLevelUnless = (isAllowed: boolean): AppError | null =>
  isAllowed ? null : new AppError('no_perms', { sub: 'level' });

const requireAdmin = (user: PlantUser): AppError | null =>
  user.level >= PLANT_ADMIN_LEVEL ? null : new AppError('no_perms', { sub: 'level' });

/** Authenticates a plant token. */
export const createPlantUserAuthenticator = (
  deps: TokenAuthenticatorDeps,
): Authenticator<PlantTokenViewer, 'plant-user'> => ({
  async authenticate(request) {
    const { viewer, claims } = await authenticateTokenUser(deps, request.headers.authorization);
    return { ...viewer, tokenExpiresS: claims.exp };
  },
  authorize: (viewer, access) => ACCESS_RULES[access.rule](viewer.user),
});
