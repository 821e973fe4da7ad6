import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { inTransaction } from '../../../database/pg-runner.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import type { PersonRequestsDeps } from '../person-requests.deps.ts';
import * as queries from '../person-requests.repository.ts';
import { buildReason, type Context, readRequest, toActor } from '../request-steps.ts';
import { eraseRestricted } from './delete-restricted.ts';

/** Throws `conflict`/`request_not_restricted` when nothing was restricted, and `conflict` once the restriction ended. */
export function checkRestricted(row: queries.RequestRow): void {
  if (row.kind !== 'restriction' || (row.restriction_at === null && row.n_now === 0))
    throw new AppError('conflict', { sub: 'request_not_restricted' });
  if (row.lift_at !== null || row.erasure_at !== null) throw new AppError('conflict');
}

/** Throws `conflict`/`request_changed` when another number is restricted now than the officer confirmed. */
export function checkNumber(row: queries.RequestRow, confirmed: number): void {
  if (row.n_now !== confirmed) throw new AppError('conflict', { sub: 'request_changed' });
}

/** Locks a request inside a transaction. Throws `conflict` when the restriction ended meanwhile. */
async function lockRestricted(runner: Runner, id: string): Promise<queries.RequestRow> {
  await queries.lockRequest(runner, id);
  const row = await readRequest(runner, id);
  checkRestricted(row);
  return row;
}

/** Ends a restriction by erasing what it holds; a legal hold keeps its transits restricted. Also after the request was closed. */
export async function eraseRestrictedOf(
  deps: PersonRequestsDeps,
  ctx: Context,
  row: queries.RequestRow,
  confirmed: number,
): Promise<queries.RequestRow> {
  checkRestricted(row);
  checkNumber(row, confirmed);
  const reason = buildReason(row.reference);
  const facts = { request: row.id, plate: row.plate, restricted: true };
  await ctx.audit({ reason, count: row.n_now, detail: { ...facts, step: 'begun' } });
  const check = async (runner: Runner): Promise<void> => {
    await lockRestricted(runner, row.id);
  };
  await eraseRestricted(deps, row.id, check, ctx.signal);
  return inTransaction(deps.pool, async (runner) => {
    const { n_now: held } = await lockRestricted(runner, row.id);
    const n = await queries.countBatches(runner, row.id, 'erasure');
    await ctx.audit({ reason, count: n, detail: { ...facts, step: 'done', held } });
    await queries.insertStep(runner, row.id, { kind: 'erasure', note: '', n, n_held: held }, toActor(ctx));
    return readRequest(runner, row.id);
  });
}
