import { sql } from 'kysely';
import { isoOf } from '@varco/domain/time/rome.ts';
import { msOfTransitId } from '@varco/domain/transits/transit-id.ts';
import { behind, type Drive } from './drivers.ts';
import { whereOfPlate } from './hits.ts';
import type { TransitKey } from '../transit-row.ts';
import { namedMatches } from './plate-matches.ts';
import { indexAskOf } from './recurrence.ts';
import { statementOf, type Runner } from '../../../database/statement.ts';

/** Rows of the first batch, and by what factor each further batch grows. */
const FIRST_ROWS = 250;
const WIDER = 8;
const MOST_ROWS = 20_000;

/** The first scan reads this many times the rows of a page before the index is used. */
const GLANCE = 5;
/** The second scan is 1.5 times as long as the first result suggests. Above the maximum the index is faster. */
const SPARE = 1.5;
const MOST_GLANCED = 4_000;

/** Finds the first `count` keys of a plan. */
type Source = (plan: Drive) => Promise<readonly TransitKey[]>;

const unsifted = (plan: Drive): Drive => ({
  ...plan,
  search: { ...plan.search, recurrence: null, distinct: false },
});

/**
 * Looks for a page among the first rows, of whatever plates. Most plates pass less than five times a month and many
 * rows belong to plates that pass often, so this often succeeds, while the index must process every plate of the window
 * first. If some rows are found but too few, a second scan follows, sized by the result of the first. Null when too few
 * rows are found.
 */
export async function glanceRecurring(
  runner: Runner,
  plan: Drive,
  source: Source,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { search, count } = plan;
  if (search.recurrence === null || search.plates.kind === 'plates') return null;
  const found: TransitKey[] = [];
  let remainingPlan = unsifted(plan);
  for (let rows = count * GLANCE, scanned = 0; rows <= MOST_GLANCED;) {
    const keys = await source({ ...remainingPlan, count: rows });
    found.push(...(await confirmed(runner, plan, keys, signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < rows || last === undefined) return found.slice(0, count);
    if (scanned > 0 || found.length === 0) return null;
    scanned = rows;
    rows = Math.ceil((SPARE * scanned * (count - found.length)) / found.length);
    remainingPlan = behind(remainingPlan, last.id);
  }
  return null;
}

/**
 * Scans all rows and drops those of plates that cannot be within the recurrence bounds, as the index tells, so that the
 * database counts the passages of few plates only. Null when the index is not available. Source: storage design, part 7
 * (Q7).
 */
export async function sieveRecurring(
  runner: Runner,
  plan: Drive,
  source: Source,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { search, count } = plan;
  const { indexed } = search.plates;
  if (search.recurrence === null || search.plates.kind === 'plates' || indexed === undefined) return null;
  const range = indexAskOf(search.recurrence);
  if (range === null) return null;
  const found: TransitKey[] = [];
  let remainingPlan = unsifted(plan);
  for (let rows = FIRST_ROWS; ; rows = Math.min(MOST_ROWS, rows * WIDER)) {
    const keys = await source({ ...remainingPlan, count: rows });
    const passing = await indexed.index.sieve([...new Set(keys.map(({ plate }) => plate))], range, signal);
    if (passing === null) return null;
    const possible = new Set(passing);
    const candidates = keys.filter(({ plate }) => possible.has(plate));
    found.push(...(await confirmed(runner, plan, candidates, signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < rows || last === undefined) return found.slice(0, count);
    remainingPlan = behind(remainingPlan, last.id);
  }
}

/** Those of the rows whose plates are exactly within the bounds, in their order. */
async function confirmed(
  runner: Runner,
  { search }: Drive,
  keys: readonly TransitKey[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (keys.length === 0) return [];
  const [plates, ids] = [keys.map(({ plate }) => plate), keys.map(({ id }) => id)];
  const times = ids.map((id) => isoOf(msOfTransitId(id) ?? 0));
  // Only "one row per plate" needs the named plates, because it compares with other rows.
  const namedSearch = search.distinct ? { ...search, plates: await namedMatches(search.plates, signal) } : search;
  const query = sql`select h.id::text as id from unnest(${plates}::text[], ${times}::timestamptz[], ${ids}::bigint[])
    as h(plate, ts, id)${whereOfPlate(namedSearch)}`;
  const matchingIds = new Set((await runner.run<{ id: string }>(statementOf(query), signal)).map(({ id }) => id));
  return keys.filter(({ id }) => matchingIds.has(id));
}
