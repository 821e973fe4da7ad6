import * as api from '@varco/contract/plant/joining.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import * as portals from './joined-portals.repository.ts';
import * as codes from './joining-codes.repository.ts';
import type { JoiningDeps } from './joining.deps.ts';
import { toJoinedPortal, toJoiningCodeInfo } from './joining.view.ts';
import { makeJoiningCode } from './make-code.ts';

const MAX_LISTED = 100;

/**
 * Joining codes of a plant and the portals it has joined (ADR 0036), for its administrators. The log entry is durable
 * before a change; it never contains a code.
 */
export function joiningRoutes(app: PlantApp, deps: JoiningDeps): void {
  const { pool, store, keys } = deps;
  const getPlantKey = (): Buffer => Buffer.from(toPublicJwk(keys.current.publicKey).x, 'base64url');

  implement(app, api.listJoining, async (_input, ctx) => {
    const { public_url: address } = await readPlantSettings(store.runner);
    const joined = await portals.listPortals(store.runner, MAX_LISTED);
    const named = (await portals.readReportedPortals(store.runner)).find(({ id }) => id === null);
    const rows = await codes.listJoiningCodes(store.runner, MAX_LISTED);
    const nowMs = parseInstantMs(ctx.now());
    return {
      fingerprint: describeKey(getPlantKey()),
      address,
      named_portal: named?.origin ?? null,
      codes: rows.map((row) => toJoiningCodeInfo(row, joined, nowMs)),
      portals: joined.map(toJoinedPortal),
    };
  });

  implement(app, api.createJoiningCode, async ({ body }, ctx) => {
    const at = ctx.now();
    const made = await inTransaction(pool, async (runner) => {
      const request = { plantKey: getPlantKey(), ...body, at, by: ctx.viewer.user.username };
      const { text, row } = await makeJoiningCode(runner, request);
      await ctx.audit({ count: 1, detail: { code: row.id, expires: row.expires_at, portal: row.portal_origin } });
      return { text, row };
    });
    return { code: made.text, info: toJoiningCodeInfo(made.row, [], parseInstantMs(at)) };
  });

  implement(app, api.revokeJoiningCode, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const row = await codes.lockCode(runner, params.id);
      if (row === null) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { code: row.id } });
      if (row.used_at === null && row.revoked_at === null)
        await codes.revokeCode(runner, row.id, ctx.now(), ctx.viewer.user.username);
    });
  });

  implement(app, api.revokePortal, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      await portals.lockPortals(runner);
      const row = await portals.findPortal(runner, params.id);
      if (row === null) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { portal: row.uuid, origin: row.origin } });
      if (row.revoked_at !== null) return;
      await portals.revokePortal(runner, row.id, ctx.now(), ctx.viewer.user.username);
      await portals.followPortalUrl(runner, row.origin, null);
    });
    await deps.portalOrigins.refresh();
  });
}
