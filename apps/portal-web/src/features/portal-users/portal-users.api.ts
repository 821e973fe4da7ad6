import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@varco/contract/endpoint.ts';
import { addGroupToUser } from '@varco/contract/portal/plant-groups.ts';
import { updateUser } from '@varco/contract/portal/user.ts';
import * as api from '@varco/contract/portal/user-administration.ts';
import { callPortal } from '../../lib/api/portal.ts';

/** First part of every query key of this feature. */
export const PORTAL_USERS_KEY = 'portal-users';

export type PortalUserState = (typeof api.PORTAL_ACCOUNT_STATES)[number];

export interface PortalUserSearch {
  readonly text: string;
  readonly state: PortalUserState;
  readonly page: number;
}

/** One page of portal users. */
export const portalUsersQuery = (search: PortalUserSearch) =>
  queryOptions({
    queryKey: [PORTAL_USERS_KEY, search],
    queryFn: ({ signal }) => callPortal(api.searchUsers, { body: search }, { signal }),
  });

export type Invitation = CallInput<typeof api.inviteUser>['body'];

export const invitePortalUser = (body: Invitation): Promise<api.PortalAccount> => callPortal(api.inviteUser, { body });

/** Changes state or note of another person; only the given fields are sent (ADM-04). */
export async function changePortalUser(
  id: number,
  body: {
    readonly active?: boolean;
    readonly must_change?: boolean;
    readonly audit_read?: boolean;
    readonly notes?: string;
  },
): Promise<void> {
  await callPortal(updateUser, { params: { id }, body });
}

/** Adds the plants that a group has now to a person's list. @throws ApiError */
export const addGroupToPerson = (id: number, group: string): Promise<CallOutput<typeof addGroupToUser>> =>
  callPortal(addGroupToUser, { params: { id }, body: { group } });

export const sendInvitationAgain = (id: number): Promise<void> => callPortal(api.repeatInvitation, { params: { id } });

export async function endSessionsOf(id: number): Promise<void> {
  await callPortal(api.endUserSessions, { params: { id } });
}

export async function resetSecondFactorOf(id: number): Promise<void> {
  await callPortal(api.resetUserTwoFactor, { params: { id } });
}

export async function requestAdminFlag(id: number, grants: boolean): Promise<void> {
  await callPortal(api.requestAdmin, { params: { id }, body: { grants } });
}

export async function confirmAdminFlag(id: number, grants: boolean): Promise<void> {
  await callPortal(api.confirmAdmin, { params: { id }, body: { grants } });
}

export async function rejectAdminFlag(id: number): Promise<void> {
  await callPortal(api.rejectAdmin, { params: { id } });
}
