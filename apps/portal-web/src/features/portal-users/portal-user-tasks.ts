import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import {
  changePortalUser,
  confirmAdminFlag,
  endSessionsOf,
  rejectAdminFlag,
  requestAdminFlag,
  resetSecondFactorOf,
  sendInvitationAgain,
} from './portal-users.api.ts';

/** Acts of an administrator on one person. */
export type PortalUserTask =
  | 'enable'
  | 'disable'
  | 'mustChange'
  | 'mayKeep'
  | 'endSessions'
  | 'addPlants'
  | 'resetTwoFactor'
  | 'invite'
  | 'giveAudit'
  | 'takeAudit'
  | 'giveAdmin'
  | 'takeAdmin'
  | 'confirmAdmin'
  | 'confirmNoAdmin'
  | 'rejectAdmin'
  | 'withdrawAdmin';

type ReasonKey = Extract<MessageKey, `portalUsers:reason.${string}`>;

export interface OfferedTask {
  readonly task: PortalUserTask;
  readonly icon: IconName;
  /** Why it cannot be done now. */
  readonly reason: ReasonKey | null;
  readonly startsGroup?: boolean;
}

/** The acts offered for a person, as the server would decide. `isSelf`: the administrator's own account. */
export function listTasks(user: PortalAccount, isSelf: boolean): readonly OfferedTask[] {
  const unlessSelf = (reason: ReasonKey | null = null): ReasonKey | null =>
    isSelf ? 'portalUsers:reason.self' : reason;
  return [
    { task: user.active ? 'disable' : 'enable', icon: user.active ? 'ban' : 'check', reason: unlessSelf() },
    { task: user.must_change ? 'mayKeep' : 'mustChange', icon: 'key', reason: unlessSelf() },
    { task: user.audit_read ? 'takeAudit' : 'giveAudit', icon: 'eye', reason: unlessSelf() },
    {
      task: 'endSessions',
      icon: 'logout',
      reason: unlessSelf(user.open_sessions === 0 ? 'portalUsers:reason.noSessions' : null),
    },
    {
      task: 'resetTwoFactor',
      icon: 'phone',
      reason: unlessSelf(user.enable_2fa ? null : 'portalUsers:reason.noTwoFactor'),
    },
    { task: 'addPlants', icon: 'gate', reason: unlessSelf() },
    ...(user.invited === null || !user.active
      ? []
      : [{ task: 'invite' as const, icon: 'mail' as const, reason: unlessSelf() }]),
    ...listAdminTasks(user, unlessSelf),
  ];
}

function listAdminTasks(
  user: PortalAccount,
  unlessSelf: (reason?: ReasonKey | null) => ReasonKey | null,
): readonly OfferedTask[] {
  const request = user.admin_request;
  if (request === null) {
    const isReady = user.admin || (user.active && user.verified);
    const reason = unlessSelf(isReady ? null : 'portalUsers:reason.notReady');
    return [{ task: user.admin ? 'takeAdmin' : 'giveAdmin', icon: 'shieldCheck', reason, startsGroup: true }];
  }
  return [
    {
      task: request.grants ? 'confirmAdmin' : 'confirmNoAdmin',
      icon: 'shieldCheck',
      reason: unlessSelf(request.own ? 'portalUsers:reason.ownRequest' : null),
      startsGroup: true,
    },
    { task: request.own ? 'withdrawAdmin' : 'rejectAdmin', icon: 'cross', reason: unlessSelf() },
  ];
}

/** Acts that need nothing but a confirmation. */
export type ConfirmedTask = Exclude<PortalUserTask, 'addPlants'>;

const RUNS: Readonly<Record<ConfirmedTask, (id: number) => Promise<void>>> = {
  enable: (id) => changePortalUser(id, { active: true }),
  disable: (id) => changePortalUser(id, { active: false }),
  mustChange: (id) => changePortalUser(id, { must_change: true }),
  mayKeep: (id) => changePortalUser(id, { must_change: false }),
  giveAudit: (id) => changePortalUser(id, { audit_read: true }),
  takeAudit: (id) => changePortalUser(id, { audit_read: false }),
  endSessions: endSessionsOf,
  resetTwoFactor: resetSecondFactorOf,
  invite: sendInvitationAgain,
  giveAdmin: (id) => requestAdminFlag(id, true),
  takeAdmin: (id) => requestAdminFlag(id, false),
  confirmAdmin: (id) => confirmAdminFlag(id, true),
  confirmNoAdmin: (id) => confirmAdminFlag(id, false),
  rejectAdmin: rejectAdminFlag,
  withdrawAdmin: rejectAdminFlag,
};

export const runTask = (task: ConfirmedTask, id: number): Promise<void> => RUNS[task](id);

const DESTRUCTIVE: ReadonlySet<PortalUserTask> = new Set([
  'disable',
  'endSessions',
  'resetTwoFactor',
  'takeAudit',
  'takeAdmin',
  'confirmNoAdmin',
]);

/** Whether the confirmation begins at "cancel". */
export const isDestructiveTask = (task: PortalUserTask): boolean => DESTRUCTIVE.has(task);

/** Name of a person in sentences. */
export const getPersonName = ({ fullname, username }: Pick<PortalAccount, 'fullname' | 'username'>): string =>
  fullname === '' ? username : fullname;
