import * as api from '@varco/contract/portal/export-parts.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { FastifyRequest } from 'fastify';
import { verifySigningPlant } from '../../auth/plant-signer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { acceptPart, getPartState, type PartCall, storeChunk, storeReport } from './parts.service.ts';

/**
 * Endpoints through which plants push their parts. The signature authenticates them; a plant reaches its own part
 * only.
 */
export function exportPartRoutes(app: PortalApp, deps: PortalDeps): void {
  const callOf = async (guid: string, ctx: { readonly request: FastifyRequest; now(): string }): Promise<PartCall> => {
    const now = ctx.now();
    const { id: peerId } = await verifySigningPlant(deps, ctx.request, now);
    return { guid, peerId, now };
  };

  implement(app, api.getExportPart, async ({ params }, ctx) => getPartState(deps, await callOf(params.export, ctx)));

  implement(app, api.putExportPiece, async ({ params }, ctx) => {
    const call = await callOf(params.export, ctx);
    const bytes: unknown = ctx.request.body;
    if (!(bytes instanceof Uint8Array)) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body' });
    return storeChunk(deps, call, { offset: params.offset, bytes });
  });

  implement(app, api.reportExportPart, async ({ params, body }, ctx) =>
    storeReport(deps, await callOf(params.export, ctx), body),
  );

  implement(app, api.finishExportPart, async ({ params, body }, ctx) =>
    acceptPart(deps, await callOf(params.export, ctx), body),
  );
}
