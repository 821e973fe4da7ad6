import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import { PORTAL_ORIGIN, portalHost, renewToken } from '../session/refresh-session.ts';
import { currentSession } from '../session/session-store.ts';
import { type CallOptions, type CallTarget, call } from './call.ts';

/** The portal, called with the session of the signed-in user. */
export const PORTAL: CallTarget = {
  origin: PORTAL_ORIGIN,
  get host() {
    return portalHost();
  },
  token: () => currentSession().token,
  renew: (refused) => renewToken(refused),
};

/** Calls the portal as the signed-in user. A 401 refreshes the session once and retries (P 4). */
export function callPortal<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<CallOutput<E>> {
  return call(PORTAL, endpoint, input, options);
}
