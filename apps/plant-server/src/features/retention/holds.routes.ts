import { randomUUID } from 'node:crypto';
import { addHold, liftHold, listHolds, type LegalHold } from '@varco/contract/plant/holds.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { RetentionDeps } from './retention.deps.ts';
import { markHoldLifted, readHolds, insertHold, type HoldRow } from './legal-holds.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';

const MAX_LISTED_HOLDS = 1000;
/** Limited because every deletion batch is checked against all holds. */
const MAX_ACTIVE_HOLDS = 500;

/** On the wire `al` is inclusive; the stored `to` is exclusive. */
const toLegalHold = (row: HoldRow): LegalHold => ({
  id: row.id,
  targhe: [...row.plates],
  dal: row.from,
  al: row.to === null ? null : toIsoInstant(parseInstantMs(row.to) - 1),
  motivo: row.reason,
  atto: row.act,
  autore: row.author,
  creato_il: row.made_at,
  tolto_il: row.lifted_at,
  tolto_da: row.lifted_by,
  motivo_fine: row.lifted_at === null ? null : row.lift_reason,
});

/** Legal holds (ADR 0009), which exempt transits from deletion. The audit entry is durable before a hold or its end is. */
export function holdRoutes(app: PlantApp, { store, pool }: RetentionDeps): void {
  implement(app, listHolds, async (_input, ctx) => {
    const objects = (await readHolds(store.runner, MAX_LISTED_HOLDS)).map(toLegalHold);
    await ctx.audit({ count: objects.length, detail: { holds: objects.map(({ id }) => id) } });
    return { objects };
  });

  implement(app, addHold, async ({ body }, ctx) => {
    const fromMs = body.dal === undefined ? null : parseInstantMs(body.dal);
    const toMs = body.al === undefined ? null : parseInstantMs(body.al) + 1;
    if (fromMs !== null && toMs !== null && fromMs >= toMs)
      throw new AppError('bad_request', { sub: 'invalid_field', field: 'al' });
    const hold = {
      id: randomUUID(),
      plates: [...new Set(body.targhe)].sort(),
      fromMs,
      toMs,
      reason: body.motivo.trim(),
      act: body.atto.trim(),
      author: ctx.viewer.user.uuid,
      madeAt: ctx.now(),
    };
    const made = await inTransaction(pool, async (runner) => {
      const row = await insertHold(runner, hold, MAX_ACTIVE_HOLDS);
      if (row === null) throw new AppError('conflict');
      const { plates, from, to, reason, act } = row;
      await ctx.audit({ count: 1, detail: { hold: row.id, plates, from, to, reason, act } });
      return row;
    });
    return toLegalHold(made);
  });

  implement(app, liftHold, async ({ params, body }, ctx) => {
    const by = { author: ctx.viewer.user.uuid, at: ctx.now(), reason: body.motivo.trim() };
    const ended = await inTransaction(pool, async (runner) => {
      const row = await markHoldLifted(runner, params.id, by);
      if (row === 'unknown') throw new AppError('not_found');
      if (row === 'over') throw new AppError('conflict');
      await ctx.audit({ count: 1, detail: { hold: row.id, plates: row.plates, reason: by.reason } });
      return row;
    });
    return toLegalHold(ended);
  });
}
