import type { StatedReason } from '@varco/contract/reason.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { PersonRequestsDeps } from './person-requests.deps.ts';
import * as queries from './person-requests.repository.ts';

export type Context = CallContext<PlantViewer>;

export const getToday = (ctx: Context): string => toRomeDay(parseInstantMs(ctx.now()));

/** The reason of every call here: the request itself, whose number is the case. */
export const buildReason = (reference: string | null): StatedReason => ({
  code: 'person-request',
  text: 'richiesta di un interessato',
  case: reference,
});

export const toActor = (ctx: Context): queries.Actor => {
  const { uuid, fullname, username } = ctx.viewer.user;
  return { person: uuid, name: fullname === '' ? username : fullname, at: ctx.now() };
};

/** Throws `not_found`. */
export async function readRequest(runner: Runner, id: string): Promise<queries.RequestRow> {
  const row = await queries.findRequest(runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}

/** Throws `conflict`/`request_closed`. */
export function checkOpen(row: queries.RequestRow): void {
  if (row.state !== null) throw new AppError('conflict', { sub: 'request_closed' });
}

/** Nothing is disclosed before identity is proven. Throws `conflict`/`request_no_identity`. */
export function checkIdentity(row: queries.RequestRow): void {
  if (row.identity_at === null) throw new AppError('conflict', { sub: 'request_no_identity' });
}

/** Adds a step to a request. `check` throws when it may not happen. */
export async function addStep(
  { pool }: PersonRequestsDeps,
  ctx: Context,
  id: string,
  check: (row: queries.RequestRow) => queries.NewStep,
): Promise<queries.RequestRow> {
  return inTransaction(pool, async (runner) => {
    await queries.lockRequest(runner, id);
    const row = await readRequest(runner, id);
    const step = check(row);
    const { note: _note, ...logged } = step;
    await ctx.audit({ reason: buildReason(row.reference), count: 1, detail: { request: id, ...logged } });
    await queries.insertStep(runner, id, step, toActor(ctx));
    return readRequest(runner, id);
  });
}
