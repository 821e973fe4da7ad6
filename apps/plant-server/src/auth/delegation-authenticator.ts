import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import { authenticateTokenUser, checkTransitRights, type TokenAuthenticatorDeps } from './current-user.ts';
import type { PlantViewer } from './plant-viewer.ts';

/** The caller with an export delegation: the user who issued it, limited to one export. */
export interface DelegationViewer extends PlantViewer {
  /** Guid of the export that it covers. */
  readonly guid: string;
}

/** Authenticates an export token (`export+jwt`): a user who lost the right also loses the export. */
export const createDelegationAuthenticator = (
  deps: TokenAuthenticatorDeps,
): Authenticator<DelegationViewer, 'export-delegation'> => ({
  async authenticate(request) {
    const { viewer } = await authenticateTokenUser(deps, request.headers.authorization);
    return { ...viewer, guid: viewer.session };
  },
  authorize: ({ user }) => checkTransitRights(user),
});
