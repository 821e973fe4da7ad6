import type { CappedCount } from '@varco/contract/plant/settings.ts';
import type { PlantServices } from '../../../context/plant-services.ts';
import { listNotOnHold } from '../../retention/retention.public.ts';
import { openForHolds } from './open-for-holds.ts';
import { readRestrictedBetween, type RestrictedRow } from './restricted.repository.ts';

/** Each record is opened, because only that tells its plate. */
const MAX_COUNTED = 10_000;
const ROWS_PER_PAGE = 500;

/**
 * Counts the restricted transits of a range (milliseconds, half-open) by what happens to them at the end of their term:
 * `due` are deleted, `held` are kept by a legal hold in force, or because nobody can open them. Of more records than the
 * maximum that many are looked at, and both numbers are the least there can be.
 */
export async function countRestricted(
  { store: { runner }, key }: Pick<PlantServices, 'store' | 'key'>,
  range: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal,
): Promise<{ readonly due: CappedCount; readonly held: CappedCount }> {
  let [due, seen] = [0, 0];
  let after: RestrictedRow | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows: readonly RestrictedRow[] = await readRestrictedBetween(runner, range, after, ROWS_PER_PAGE);
    const room = MAX_COUNTED - seen;
    const counted = rows.slice(0, room);
    due += (await listNotOnHold(runner, openForHolds(key, counted))).size;
    seen += counted.length;
    const capped = rows.length > room;
    if (capped || rows.length < ROWS_PER_PAGE)
      return { due: { count: due, capped }, held: { count: seen - due, capped } };
    after = rows.at(-1) ?? null;
  }
}
