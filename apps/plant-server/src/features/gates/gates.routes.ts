import { createGate, updateGate } from '@varco/contract/plant/gate-update.ts';
import { type Gate, listGates } from '@varco/contract/plant/gates.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { type GateAuthor, readGateAuthors, readGates } from './gates.repository.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { GatesDeps } from './gates.deps.ts';
import { buildSinglePagePagination } from '../../http/single-page-pagination.ts';
import { readNewestReadByGate } from './newest-reads.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { applyGateChange, applyNewGate, type GateUpdate } from './gate-update.ts';
import { toGate } from './gates.view.ts';

/**
 * Lists, makes and changes the gates of the plant (T 7.2). All gates are listed; `enabled_for_user` says which ones the user
 * may search.
 */
export function gateRoutes(app: PlantApp, { store, pool, ingestFacts }: GatesDeps): void {
  implement(app, listGates, async ({ query }, ctx) => {
    const requested = (query.q ?? '').trim().toLocaleLowerCase('it');
    const [rows, last] = [await readGates(store.runner), await readNewestReadByGate(store.runner)];
    const { gates, level } = ctx.viewer.user;
    const authors = level >= PLANT_ADMIN_LEVEL ? await readGateAuthors(store.runner) : null;
    const nowMs = parseInstantMs(ctx.now());
    const objects = rows
      .filter((row) => `${row.fullname}\n${row.description}`.toLocaleLowerCase('it').includes(requested))
      .map((row) =>
        toGate(row, {
          lastPlate: last.get(row.id) ?? null,
          isAllowed: gates === null || gates.includes(row.id),
          nowMs,
          author: authors === null ? null : (authors.get(row.id) ?? ''),
        }),
      );
    // The list is not paged: a plant has hundreds of gates, not millions.
    return { objects, pagination: buildSinglePagePagination(objects.length, query.paginate) };
  });

  implement(app, createGate, async ({ body }, ctx) => {
    // Somebody who is limited to some gates could not see the new one.
    if (ctx.viewer.user.gates !== null) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
    return save(ctx, (runner, author) => applyNewGate(runner, body, author));
  });

  implement(app, updateGate, async ({ params, body }, ctx) => {
    const { gates } = ctx.viewer.user;
    if (gates !== null && !gates.includes(params.id)) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
    return save(ctx, (runner, author) => applyGateChange(runner, params.id, body, author));
  });

  /** The audit entry is written in the same transaction: an unrecorded change must not exist. */
  async function save(
    ctx: CallContext<PlantViewer>,
    work: (runner: Runner, author: GateAuthor) => Promise<GateUpdate>,
  ): Promise<Gate> {
    const { row } = await inTransaction(pool, async (runner) => {
      const made = await work(runner, { by: ctx.viewer.user.uuid, at: ctx.now() });
      await ctx.audit({ count: 1, detail: { gate: made.row.id, before: made.before, after: made.after } });
      return made;
    });
    ingestFacts.invalidate();
    const lastPlate = (await readNewestReadByGate(store.runner)).get(row.id) ?? null;
    const author = (await readGateAuthors(store.runner)).get(row.id) ?? '';
    return toGate(row, { lastPlate, isAllowed: true, nowMs: parseInstantMs(ctx.now()), author });
  }
}
