import type { FileResult } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/media.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { timePart } from '@varco/server-kit/metrics/call-timings.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { MediaDeps } from './media.deps.ts';
import { type PlantSettings, readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import { chooseFile, type PictureVariant } from './picture-choice.ts';
import { readPicturesOfTransits, type TransitPictures } from './pictures.repository.ts';
import { openNamedTransits } from '../approvals/approvals.public.ts';

/**
 * Tickets and pictures of transits (T 4.4; security rules, parts 7 and 10). Each response is logged before it is sent.
 */
export function mediaRoutes(app: PlantApp, { store, pictures, rates, signPicture }: MediaDeps): void {
  implement(app, api.pictureTickets, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const { user, session } = ctx.viewer;
    const { seesPlates } = buildTransitScope(ctx.viewer);
    await rates.spend(RATES.pictureTickets, user.uuid, body.ids.length * body.variants.length);
    const found = await readPictures(store, ctx, settings, body.ids);
    const byId = new Map(found.map((one) => [one.id, one]));
    const tickets = [...new Set(body.ids)].map((id) => {
      const transit = byId.get(id);
      const granted = body.variants.filter(
        (variant) => transit !== undefined && chooseFile(transit, variant, seesPlates) !== null,
      );
      const grant = (variant: PictureVariant) => signPicture({ resource: id, variant, user: user.uuid, session });
      return { id, tickets: Object.fromEntries(granted.map((variant) => [variant, grant(variant)])) };
    });
    const count = tickets.reduce((sum, one) => sum + Object.keys(one.tickets).length, 0);
    await ctx.audit({ count, detail: { ids: body.ids, variants: body.variants } });
    return { tickets };
  });

  implement(app, api.getPicture, async (_input, ctx) => {
    const { resource, variant } = ctx.viewer.claims;
    const picture = await readPicture(ctx, resource, variant);
    if (picture === null) throw new AppError('no_perms');
    return send(ctx, resource, variant, picture);
  });

  implement(app, api.getTransitImage, async ({ params, query }, ctx) => {
    checkReason(ctx.reason, await readPlantSettings(store.runner));
    const picture = await readPicture(ctx, params.id, query.variant);
    if (picture === null) throw new AppError('not_found');
    return send(ctx, params.id, query.variant, picture);
  });

  /**
   * The picture as this user may see it. Null when the transit does not exist, is not visible, or has no such picture;
   * the cases are not distinguished.
   */
  async function readPicture(
    ctx: CallContext<PlantViewer>,
    id: string,
    variant: PictureVariant,
  ): Promise<Buffer | null> {
    const { seesPlates } = buildTransitScope(ctx.viewer);
    const [found] = await readPictures(store, ctx, await readPlantSettings(store.runner), [id]);
    const choice = found === undefined ? null : chooseFile(found, variant, seesPlates);
    return choice === null ? null : timePart('pictures', () => pictures.read(choice.hash, choice.rendition));
  }

  async function send(
    ctx: CallContext<PlantViewer>,
    id: string,
    variant: PictureVariant,
    bytes: Uint8Array,
  ): Promise<FileResult> {
    await ctx.audit({ count: 1, bytes: bytes.length, detail: { id, variant } });
    return { bytes, type: 'image/jpeg', fileName: `${id}-${variant}.jpg` };
  }
}

/** Pictures of the transits that this user may see, also those that an approval has shown. */
async function readPictures(
  { runner }: MediaDeps['store'],
  ctx: CallContext<PlantViewer>,
  settings: PlantSettings,
  ids: readonly string[],
): Promise<readonly TransitPictures[]> {
  const now = ctx.now();
  const named = await openNamedTransits(runner, ctx.viewer, ids, now);
  return readPicturesOfTransits(runner, named.scope, settings, named.ids, parseInstantMs(now));
}
