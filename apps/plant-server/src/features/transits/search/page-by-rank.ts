import { sql } from 'kysely';
import type { RankedGroup } from '../../../plate-index/ranking.ts';
import type { RecurrenceAsk } from '../../../plate-index/recurrence.ts';
import type { Measure } from '../../../plate-index/tally.ts';
import { hitsOf, type Search } from './hits.ts';
import type { IndexedPlates } from './indexed-plates.ts';
import type { TransitKey } from '../transit-row.ts';
import { MOST_PROBED_PLATES } from './plate-terms.ts';
import { indexAskOf, type Recurrence } from './recurrence.ts';
import { statementOf, type Runner, type Statement } from '../../../database/statement.ts';
import type { Visibility } from '../../../policy/visible-transits.ts';

/** First `count` rows of a search in the order of a measure of their plates; equal ones newest first. */
export interface RankedPage {
  readonly search: Search;
  readonly measure: Measure;
  readonly descending: boolean;
  readonly count: number;
  readonly statsOver: Visibility;
}

/** Newest first, the first `count` rows of a search: how `findPage` finds them. */
export type NewestOf = (search: Search, count: number) => Promise<readonly TransitKey[]>;

/** Plates probed first: those with most passages have more rows than a page. Then so many times more. */
const FIRST_PLATES = 50;
const WIDER = 8;

interface Asked extends IndexedPlates {
  readonly recurrence: RecurrenceAsk | null;
}

/** The index measures over all gates and knows the plates as read. A search has one recurrence only. */
function askedOf({ search, statsOver }: RankedPage): Asked | null {
  const { indexed } = search.plates;
  if (indexed === undefined || indexed.corrected.plates?.size !== 0 || statsOver.gates !== null) return null;
  if (search.recurrence === null) return { ...indexed, recurrence: null };
  const recurrence = indexAskOf(search.recurrence);
  return recurrence === null ? null : { ...indexed, recurrence };
}

/**
 * The page by asking the index which plates come next in the order, and the database for their rows: group by group of
 * plates with equal measure. Null: the index cannot be asked, or knows less than is asked.
 */
export async function pageByRank(
  runner: Runner,
  page: RankedPage,
  newestOf: NewestOf,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const asked = askedOf(page);
  if (asked === null) return null;
  const { measure, descending, count, statsOver } = page;
  const { fromMs, toMs } = statsOver;
  const keys: TransitKey[] = [];
  for (let after: number | null = null, wanted = FIRST_PLATES; ; wanted *= WIDER) {
    const request = {
      measure,
      descending,
      fromMs,
      toMs,
      after,
      wanted,
      most: MOST_PROBED_PLATES,
      recurrence: asked.recurrence,
    };
    const ranking = await asked.index.rank(asked.question, request, signal);
    if (ranking === null) return null;
    const [first] = ranking.groups;
    if (first === undefined) return keys;
    const rest = count - keys.length;
    const found =
      first.plates === null
        ? await rowsOfValue(page, first.value, (search) => newestOf(search, rest))
        : await runner.run<{ plate: string; id: string }>(groupsStatement(page, ranking.groups, rest), signal);
    keys.push(...found);
    if (keys.length >= count || ranking.isEnd) return keys;
    after = ranking.groups.at(-1)?.value ?? null;
  }
}

/** Rows of all plates of one value: too many plates to name, so the value is asked of each row's plate. */
async function rowsOfValue(
  { search, measure, statsOver }: RankedPage,
  value: number,
  newestOf: (search: Search) => Promise<readonly TransitKey[]>,
): Promise<readonly TransitKey[]> {
  const equal: Recurrence = { measure, atLeast: value, atMost: value, over: statsOver };
  const { recurrence } = search;
  const both: Recurrence = recurrence === null ? equal : { ...equal, and: recurrence };
  return newestOf({ ...search, recurrence: both });
}

/** Rows of the plates of some groups, in the order of the groups. */
function groupsStatement({ search }: RankedPage, groups: readonly RankedGroup[], count: number): Statement {
  const plates = groups.flatMap((group) => group.plates ?? []);
  const places = groups.flatMap((group, place) => (group.plates ?? []).map(() => place));
  const { distinct } = search;
  // The index has looked at the plates already.
  const asked = { ...search, plates: { kind: 'all' as const }, distinct: false };
  const rows = hitsOf(asked, search.visible, [sql<boolean>`t.plate = p.plate`]);
  return statementOf(sql`select x.plate, x.id::text as id
    from unnest(${plates}::text[], ${places}::integer[]) as p(plate, place) cross join lateral (
      select h.plate, h.ts, h.id ${rows} order by h.ts desc, h.id desc limit ${distinct ? 1 : count}) as x
    order by p.place, x.ts desc, x.id desc limit ${count}`);
}
