import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { parseBearerToken } from '@varco/server-kit/auth/token.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { PortalDeps } from '../deps.ts';
import { hashKeySecret, isKeySecret } from '../features/keys/key-secret.ts';
import { findUsableKey, noteKeyUse } from '../features/keys/keys.repository.ts';
import type { KeyViewer } from './portal-viewer.ts';

type KeyDeps = Pick<PortalDeps, 'db' | 'now'>;

/**
 * The program behind a bearer key. Keys that are unknown, switched off or expired are refused alike. Throws
 * `invalid_token`.
 */
export async function findKeyViewer({ db, now }: KeyDeps, authorization: string | undefined): Promise<KeyViewer> {
  const secret = parseBearerToken(authorization);
  const at = now().toISOString();
  const key = isKeySecret(secret) ? await findUsableKey(db, hashKeySecret(secret), at) : undefined;
  if (key === undefined) throw new AppError('invalid_token');
  await noteKeyUse(db, key.id, at);
  return {
    actor: { kind: 'system', id: key.id, name: key.name, group: null, level: null, session: null },
    kind: key.kind,
  };
}

/** A key opens the calls of its type only. */
export const createKeyAuthenticator = (deps: KeyDeps): Authenticator<KeyViewer, 'portal-key'> => ({
  authenticate: (request) => findKeyViewer(deps, request.headers.authorization),
  authorize: (viewer, { rule }) => (viewer.kind === rule ? null : new AppError('no_perms')),
});
