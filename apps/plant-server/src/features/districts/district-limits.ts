import { PLANT_ADMIN_LEVEL } from '@varco/domain/permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Runner } from '../../database/statement.ts';
import { type SeenUser, seenUsers } from './districts.queries.ts';

/** True when `after` shows a gate that neither `before` nor whoever changes it sees. Null: all gates. */
function showsMore(before: SeenUser['gates'], after: SeenUser['gates'], giver: SeenUser['gates']): boolean {
  if (before === null || giver === null) return false;
  if (after === null) return true;
  const known = new Set([...before, ...giver]);
  return after.some((gate) => !known.has(gate));
}

const isSame = (a: SeenUser['gates'], b: SeenUser['gates']): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((gate) => b.includes(gate));

/**
 * Makes a change of districts and looks at what the people concerned see before and after it. Below the level of administrators nobody gives
 * a gate they do not see themselves, not even to themselves, and nobody changes what people above them see.
 * Throws `no_perms/gate_not_allowed` and `no_perms/level`; the transaction must then end without a commit.
 */
export async function withinLimits(
  runner: Runner,
  giver: { readonly id: number; readonly level: number },
  concerned: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  if (giver.level >= PLANT_ADMIN_LEVEL) return change();
  const before = await seenUsers(runner, [...new Set([...concerned, giver.id])]);
  const own = before.find(({ id }) => id === giver.id);
  if (own === undefined) throw new AppError('no_perms', { sub: 'level' });
  await change();
  const after = new Map((await seenUsers(runner, concerned)).map((user) => [user.id, user]));
  for (const user of before) {
    const then = after.get(user.id);
    if (then === undefined || isSame(user.gates, then.gates)) continue;
    if (user.level > giver.level) throw new AppError('no_perms', { sub: 'level' });
    if (showsMore(user.gates, then.gates, own.gates)) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  }
}
