import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { Viewer } from '@varco/server-kit/http/viewer.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { authenticateTokenUser, type TokenAuthenticatorDeps } from './current-user.ts';
import { createIngestAuthenticator, type IngestKey, type IngestViewer } from './ingest-authenticator.ts';
import type { PlantUser } from './plant-user.repository.ts';

/** The caller of an import: a key, or a person of this plant; exactly one of them. */
export interface ImportViewer extends Viewer {
  readonly key: IngestKey | null;
  readonly user: PlantUser | null;
}

/**
 * Authenticates a key, or a plant token where the call has none. Only keys of kind `import` and administrators of the plant,
 * who also manage its cameras and gates, may import (ADR 0007).
 */
export function createImportAuthenticator(deps: TokenAuthenticatorDeps): Authenticator<ImportViewer, 'importer'> {
  const keys: Authenticator<IngestViewer, 'ingest-key'> = createIngestAuthenticator(deps.runner);
  return {
    async authenticate(request, endpoint) {
      if (request.headers.authorization === undefined) {
        const { actor, key } = await keys.authenticate(request, endpoint);
        return { actor, key, user: null };
      }
      const { actor, user } = (await authenticateTokenUser(deps, request.headers.authorization)).viewer;
      return { actor, key: null, user };
    },
    authorize({ key, user }) {
      if (key !== null) return key.kind === 'import' ? null : new AppError('no_perms');
      return user !== null && user.level >= PLANT_ADMIN_LEVEL ? null : new AppError('no_perms', { sub: 'level' });
    },
  };
}
