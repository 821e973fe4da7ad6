import { queryOptions } from '@tanstack/react-query';
import { listSessions, revokeOwnSession } from '@varco/contract/portal/sessions.ts';
import { type PortalUser, updateUser } from '@varco/contract/portal/user.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { deriveOwnProof } from './own-proof.ts';
import { acceptUser } from '../../lib/session/session-store.ts';

/** Open sessions of the user. */
export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) => callPortal(listSessions, { params: { id: userId } }, { signal }),
  });

/** Ends another session of the user, who has typed the password again. @throws ApiError */
export async function revokeSession(user: PortalUser, session: string, password: string): Promise<void> {
  const body = { password: await deriveOwnProof(user, password) };
  await callPortal(revokeOwnSession, { params: { id: user.id, session }, body });
}

/** Fields of the own user record that a person may change (SET-01). */
export interface ProfileFields {
  readonly fullname: string;
  readonly mobile: string;
  readonly telephone: string;
}

/** Saves the own record and stores the server's response. @throws ApiError */
export async function saveProfile(userId: number, fields: ProfileFields): Promise<void> {
  acceptUser(await callPortal(updateUser, { params: { id: userId }, body: { ...fields } }));
}
