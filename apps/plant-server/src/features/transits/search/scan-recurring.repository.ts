import { sql } from 'kysely';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { continueAfter, type ScanRequest } from './scan-statements.repository.ts';
import { FIRST_ROWS_FACTOR, MAX_FIRST_ROWS, withoutRecurrence, type ScanPlan } from './plan-page.ts';
import { isOneOf } from './plate-terms.sql.ts';
import { plateWhereClause } from './candidate-query.sql.ts';
import type { TransitKey } from '../transit-row.ts';
import { nameMatches } from './plate-matches.repository.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import { visibleTransits } from '../../../policy/visible-transits.sql.ts';

/** Rows of the first batch, and by what factor each further batch grows. */
const FIRST_BATCH_ROWS = 250;
const GROWTH_FACTOR = 8;
const MAX_BATCH_ROWS = 20_000;
/** Up to this many plates within the bounds, the scan lists them. */
const MAX_LISTED_PLATES = 20_000;

/** The second scan is 1.5 times as long as the first result suggests. */
const SAFETY_FACTOR = 1.5;

/** Finds the first `count` keys of a request. */
type RowsFinder = (request: ScanRequest) => Promise<readonly TransitKey[]>;

const requestAllRows = (request: ScanRequest): ScanRequest => ({
  ...request,
  search: withoutRecurrence(request.search),
});

/**
 * Looks for a page among the first rows, of whatever plates. Most plates pass less than five times a month and many
 * rows belong to plates that pass often, so this often succeeds, while the index must process every plate of the window
 * first. If some rows are found but too few, a second scan follows, sized by the result of the first. Null when too few
 * rows are found.
 */
export async function scanFirstRows(
  runner: Runner,
  request: ScanRequest,
  findRows: RowsFinder,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { count } = request;
  const found: TransitKey[] = [];
  let remaining = requestAllRows(request);
  for (let rows = count * FIRST_ROWS_FACTOR, scanned = 0; rows <= MAX_FIRST_ROWS;) {
    const keys = await findRows({ ...remaining, count: rows });
    found.push(...(await filterByExactRecurrence(runner, request, keys, signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < rows || last === undefined) return found.slice(0, count);
    if (scanned > 0 || found.length === 0) return null;
    scanned = rows;
    rows = Math.ceil((SAFETY_FACTOR * scanned * (count - found.length)) / found.length);
    remaining = continueAfter(remaining, last.id);
  }
  return null;
}

interface FilteredRows extends Pick<Extract<ScanPlan, { readonly kind: 'filtered-rows' }>, 'indexed' | 'recurrence'> {
  readonly findRows: RowsFinder;
}

/**
 * Scans all rows and drops those of plates that are not within the recurrence bounds, as the index tells, so that the
 * database counts the passages of the plates of one page only: on the snapshot of the page, and at the gates that the
 * user sees. Null when the index is not available. Source: storage design, part 7
 * (Q7).
 */
export async function scanFilteredByRecurrence(
  runner: Runner,
  request: ScanRequest,
  { indexed, recurrence, findRows }: FilteredRows,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { count } = request;
  const found: TransitKey[] = [];
  let remaining = requestAllRows(request);
  for (let rows = FIRST_BATCH_ROWS; ; rows = Math.min(MAX_BATCH_ROWS, rows * GROWTH_FACTOR)) {
    const keys = await findRows({ ...remaining, count: rows });
    const plates = [...new Set(keys.map(({ plate }) => plate))];
    const passing = await indexed.index.filterByRecurrence(plates, recurrence, signal);
    if (passing === null) return null;
    const possible = new Set(passing);
    const candidates = keys.filter(({ plate }) => possible.has(plate));
    // Nearly all of them pass, so no more are tested than the page needs.
    for (let at = 0; at < candidates.length && found.length < count; at += count)
      found.push(...(await filterByExactRecurrence(runner, request, candidates.slice(at, at + count), signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < rows || last === undefined) return found.slice(0, count);
    remaining = continueAfter(remaining, last.id);
    if (rows > FIRST_BATCH_ROWS) continue;
    const within = await indexed.index.find(indexed.plateQuery, { most: MAX_LISTED_PLATES, recurrence }, signal);
    if (within === null) return null;
    const { named } = within;
    if (named !== null) return scanListedPlates(runner, request, { remaining, found, plates: named, findRows }, signal);
  }
}

/** A scan that goes on after the rows that were found already. */
interface ListedScan {
  readonly remaining: ScanRequest;
  readonly found: readonly TransitKey[];
  readonly plates: readonly string[];
  readonly findRows: RowsFinder;
}

/**
 * Scans the rows of a few thousand plates. They are so rare among all rows that the database finds them sooner than rows
 * are sent here and back.
 */
async function scanListedPlates(
  runner: Runner,
  request: ScanRequest,
  { remaining, found: before, plates, findRows }: ListedScan,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { count } = request;
  const found = [...before];
  const conditions = [...remaining.search.conditions, isOneOf('t.plate', plates)];
  for (let rows: ScanRequest = { ...remaining, count, search: { ...remaining.search, conditions } }; ;) {
    const keys = await findRows(rows);
    found.push(...(await filterByExactRecurrence(runner, request, keys, signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < count || last === undefined) return found.slice(0, count);
    rows = continueAfter(rows, last.id);
  }
}

/** Those of the rows whose plates are exactly within the bounds, in their order. */
async function filterByExactRecurrence(
  runner: Runner,
  { search }: ScanRequest,
  keys: readonly TransitKey[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (keys.length === 0) return [];
  const times = keys.map(({ id }) => parseTransitIdMs(id) ?? 0);
  const range = { ...search.visible, fromMs: Math.min(...times), toMs: Math.max(...times) + 1 };
  const rows = visibleTransits(range, [
    sql<boolean>`t.plate = any(${keys.map(({ plate }) => plate)}::text[])`,
    sql<boolean>`t.id = any(${keys.map(({ id }) => id)}::bigint[])`,
  ]);
  // Only "one row per plate" needs the named plates, because it compares with other rows.
  const namedSearch = search.distinct ? { ...search, plates: await nameMatches(search.plates, signal) } : search;
  const query = sql`select h.id::text as id from (select t.plate, t.ts, t.id ${rows}) as h${plateWhereClause(namedSearch)}`;
  const matchingIds = new Set((await runner.run<{ id: string }>(compileStatement(query), signal)).map(({ id }) => id));
  return keys.filter(({ id }) => matchingIds.has(id));
}
