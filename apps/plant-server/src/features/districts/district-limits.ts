import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type UserVisibility, readUserVisibility } from './districts.repository.ts';

/** True when `after` contains a gate that is neither in `before` nor visible to the user who makes the change. Null: all gates. */
function addsUnknownGates(
  before: UserVisibility['gates'],
  after: UserVisibility['gates'],
  actor: UserVisibility['gates'],
): boolean {
  if (before === null || actor === null) return false;
  if (after === null) return true;
  const known = new Set([...before, ...actor]);
  return after.some((gate) => !known.has(gate));
}

const areSameGates = (a: UserVisibility['gates'], b: UserVisibility['gates']): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((gate) => b.includes(gate));

/**
 * Makes a change of districts and compares the gates that the affected users see before and after. Below administrator
 * level nobody can grant a gate they do not see themselves, not even to themselves, and nobody can change what users of a
 * higher level see. Throws `no_perms/gate_not_allowed` and `no_perms/level`; the caller must then roll back.
 */
export async function changeWithinLimits(
  runner: Runner,
  actor: { readonly id: number; readonly level: number },
  concerned: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  if (actor.level >= PLANT_ADMIN_LEVEL) return change();
  const before = await readUserVisibility(runner, [...new Set([...concerned, actor.id])]);
  const own = before.find(({ id }) => id === actor.id);
  if (own === undefined) throw new AppError('no_perms', { sub: 'level' });
  await change();
  const after = new Map((await readUserVisibility(runner, concerned)).map((user) => [user.id, user]));
  for (const user of before) {
    const changed = after.get(user.id);
    if (changed === undefined || areSameGates(user.gates, changed.gates)) continue;
    if (user.level > actor.level) throw new AppError('no_perms', { sub: 'level' });
    if (addsUnknownGates(user.gates, changed.gates, own.gates))
      throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  }
}
