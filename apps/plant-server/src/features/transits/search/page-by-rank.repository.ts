import { sql } from 'kysely';
import type { RankedGroup } from '../../../plate-index/ranking.ts';
import type { Measure } from '../../../plate-index/tally.ts';
import { candidateQuery, type Search } from './candidate-query.sql.ts';
import type { PageRequest, SortPlan } from './plan-page.ts';
import type { TransitKey } from '../transit-row.ts';
import { MAX_NAMED_PLATES } from './plate-terms.sql.ts';
import type { Recurrence } from './recurrence-condition.sql.ts';
import { compileStatement, type Runner, type Statement } from '../../../database/sql-statement.ts';

/** Request for the first `count` rows of a search ordered by a measure of their plates; equal values newest first. */
interface RankedPage {
  readonly request: PageRequest;
  readonly plan: Extract<SortPlan, { readonly kind: 'by-rank' }>;
  readonly count: number;
}

/** Finds the first `count` rows of a search, newest first. */
type NewestRowsFinder = (search: Search, count: number) => Promise<readonly TransitKey[]>;

/**
 * Plates queried first: the plates with most passages have more rows than a page. Each further attempt takes
 * `GROWTH_FACTOR` times more.
 */
const FIRST_PLATES = 50;
const GROWTH_FACTOR = 8;

/**
 * Finds the page by asking the index for the next plates in order and the database for their rows, group by group of
 * plates with equal values. Null when the index is not available.
 */
export async function pageByRank(
  runner: Runner,
  { request: page, plan, count }: RankedPage,
  findNewest: NewestRowsFinder,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { measure, indexed, recurrence } = plan;
  const { descending } = page.order;
  const { fromMs, toMs } = page.statsOver;
  const keys: TransitKey[] = [];
  for (let after: number | null = null, targetPlates = FIRST_PLATES; ; targetPlates *= GROWTH_FACTOR) {
    const request = {
      measure,
      descending,
      fromMs,
      toMs,
      after,
      wanted: targetPlates,
      most: MAX_NAMED_PLATES,
      recurrence,
    };
    const ranking = await indexed.index.rank(indexed.plateQuery, request, signal);
    if (ranking === null) return null;
    const [first] = ranking.groups;
    if (first === undefined) return keys;
    const remaining = count - keys.length;
    const found =
      first.plates === null
        ? await findRowsOfValue(page, { measure, value: first.value }, (search) => findNewest(search, remaining))
        : await runner.run<{ plate: string; id: string }>(groupsStatement(page, ranking.groups, remaining), signal);
    keys.push(...found);
    if (keys.length >= count || ranking.isEnd) return keys;
    after = ranking.groups.at(-1)?.value ?? null;
  }
}

/**
 * Rows of all plates with one value. They are too many to be named, so the value is tested as a recurrence for each
 * row's plate.
 */
async function findRowsOfValue(
  { search, statsOver }: PageRequest,
  { measure, value }: { readonly measure: Measure; readonly value: number },
  findNewest: (search: Search) => Promise<readonly TransitKey[]>,
): Promise<readonly TransitKey[]> {
  const equal: Recurrence = { measure, atLeast: value, atMost: value, over: statsOver };
  const { recurrence } = search;
  const combined: Recurrence = recurrence === null ? equal : { ...equal, and: recurrence };
  return findNewest({ ...search, recurrence: combined });
}

/** Rows of the plates of some groups, in the order of the groups. */
function groupsStatement({ search }: PageRequest, groups: readonly RankedGroup[], count: number): Statement {
  const plates = groups.flatMap((group) => group.plates ?? []);
  const groupNumbers = groups.flatMap((group, groupNumber) => (group.plates ?? []).map(() => groupNumber));
  const { distinct } = search;
  // The index has already applied the plate query.
  const ofAnyPlate = { ...search, plates: { kind: 'all' as const }, distinct: false };
  const rows = candidateQuery(ofAnyPlate, search.visible, [sql<boolean>`t.plate = d.plate`]);
  return compileStatement(sql`select x.plate, x.id::text as id
    from unnest(${plates}::text[], ${groupNumbers}::integer[]) as p(plate, place) join (
      select r.plate, r.ts, r.id from plate_dict as d cross join lateral (
        select h.plate, h.ts, h.id ${rows} order by h.ts desc, h.id desc limit ${distinct ? 1 : count}) as r
      where d.plate = any(${plates}::text[])) as x on x.plate = p.plate
    order by p.place, x.ts desc, x.id desc limit ${count}`);
}
