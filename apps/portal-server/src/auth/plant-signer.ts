import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { verifyPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { importPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import type { FastifyRequest } from 'fastify';
import type { PortalDeps } from '../deps.ts';
import { findEnrolledPeer, consumeNonce } from '../features/peer/peer.repository.ts';

/** The enrolled plant whose key signed this call. Throws `missing_api_key` or `invalid_api_key`. */
export async function verifySigningPlant(deps: Pick<PortalDeps, 'db'>, request: FastifyRequest, now: string) {
  let found: Awaited<ReturnType<typeof findEnrolledPeer>>;
  await verifyPlantCall(request, {
    now: new Date(now),
    async findKeys(uuid) {
      found = await findEnrolledPeer(deps.db, uuid);
      const x = found?.public_key?.toString('base64url');
      return x === undefined ? [] : [importPublicJwk({ kty: 'OKP', crv: 'Ed25519', x })];
    },
    nonces: { useOnce: async (_uuid, nonce) => found !== undefined && consumeNonce(deps.db, found.id, nonce, now) },
  });
  if (found === undefined) throw new AppError('invalid_api_key');
  return found;
}
