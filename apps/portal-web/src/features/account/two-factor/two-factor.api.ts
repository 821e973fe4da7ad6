import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/portal/two-factor.ts';
import { getUser, type PortalUser } from '@varco/contract/portal/user.ts';
import { callPortal } from '../../../lib/api/portal.ts';
import { acceptUser } from '../../../lib/session/session-store.ts';
import { deriveOwnProof } from '../own-proof.ts';

/** Whether two-factor is on and required, and how many recovery codes are left. */
export const twoFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: ['two-factor', userId],
    queryFn: ({ signal }) => callPortal(api.twoFactorState, { params: { id: userId } }, { signal }),
  });

/** Password and code as typed. */
export interface TypedProofs {
  readonly password: string;
  readonly code: string;
}

/** Creates a new secret for the authenticator app. @throws ApiError */
export async function startTwoFactor(user: PortalUser, password: string): Promise<{ secret: string; uri: string }> {
  return callPortal(api.startTwoFactor, {
    params: { id: user.id },
    body: { password: await deriveOwnProof(user, password) },
  });
}

export const verifyTwoFactor = (userId: number, code: string): Promise<void> =>
  callPortal(api.verifyTwoFactor, { params: { id: userId }, body: { passcode: code.trim() } });

/** Switches two-factor on. Only this response contains the recovery codes. @throws ApiError */
export async function enableTwoFactor(userId: number): Promise<readonly string[]> {
  const { recovery_codes: codes } = await callPortal(api.enableTwoFactor, { params: { id: userId } });
  await reloadUser(userId);
  return codes;
}

export async function disableTwoFactor(user: PortalUser, typed: TypedProofs): Promise<void> {
  await callPortal(api.disableTwoFactor, { params: { id: user.id }, body: await derivePasswordAndCode(user, typed) });
  await reloadUser(user.id);
}

export async function renewRecoveryCodes(user: PortalUser, typed: TypedProofs): Promise<readonly string[]> {
  const input = { params: { id: user.id }, body: await derivePasswordAndCode(user, typed) };
  const { recovery_codes: codes } = await callPortal(api.renewRecoveryCodes, input);
  return codes;
}

const derivePasswordAndCode = async (user: PortalUser, { password, code }: TypedProofs) => ({
  password: await deriveOwnProof(user, password),
  passcode: code.trim(),
});

/** Reloads the user record, because the route guards read the two-factor state from it. */
async function reloadUser(userId: number): Promise<void> {
  acceptUser(await callPortal(getUser, { params: { id: userId } }));
}
