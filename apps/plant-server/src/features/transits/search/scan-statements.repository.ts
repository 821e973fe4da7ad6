import { sql, type RawBuilder } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { candidateQuery, filtersOnlyTimeAndGates, type Search } from './candidate-query.sql.ts';
import type { TransitKey } from '../transit-row.ts';
import { recurrenceCondition } from './recurrence-condition.sql.ts';
import { compileStatement, type Runner, type Statement } from '../../../database/sql-statement.ts';
import type { Condition, Visibility } from '../../../policy/visible-transits.sql.ts';

export type TimeOrder = 'newest' | 'oldest';

/**
 * What a scan finds: the first `count` keys of a search in time order. All scans return the same keys; which one is
 * chosen (`planScan`) only affects how many database pages are read.
 */
export interface ScanRequest {
  readonly search: Search;
  /** The part of the visible range that is scanned: all of it, or what follows the cursor row. */
  readonly range: Visibility;
  /** Conditions on the row `t` that exclude rows up to the cursor row within the same instant. */
  readonly cursorConditions: readonly Condition[];
  readonly order: TimeOrder;
  readonly count: number;
}

/** A request over everything that is visible. */
export const createScanRequest = (search: Search, order: TimeOrder, count: number): ScanRequest => ({
  search,
  range: search.visible,
  cursorConditions: [],
  order,
  count,
});

/** The same request for the rows after the row `id` in its order. */
export function continueAfter(request: ScanRequest, id: string): ScanRequest {
  const ms = parseTransitIdMs(id) ?? 0;
  const { fromMs, toMs } = request.range;
  return request.order === 'newest'
    ? {
        ...request,
        range: { ...request.range, toMs: Math.min(toMs, ms + 1) },
        cursorConditions: [sql<boolean>`t.id < ${id}::bigint`],
      }
    : {
        ...request,
        range: { ...request.range, fromMs: Math.max(fromMs, ms) },
        cursorConditions: [sql<boolean>`t.id > ${id}::bigint`],
      };
}

const orderByTime = (order: TimeOrder, table = 'h'): RawBuilder<unknown> => {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  return sql`order by ${sql.ref(`${table}.ts`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`;
};
const SELECT_KEY = sql`select h.plate, h.id::text as id`;

/** History of one plate, along (plate, ts, id). A prepared statement when there is no further filter. */
export function plateHistoryStatement(request: ScanRequest, plate: string): Statement {
  const { search, range, cursorConditions, order, count } = request;
  const isCorrected = search.plates.kind === 'plates' && search.plates.hasCorrected;
  const scanned = isCorrected ? search : { ...search, plates: { kind: 'all' as const } };
  const isPlain = filtersOnlyTimeAndGates(scanned) && cursorConditions.length === 0;
  const ofPlate = sql<boolean>`t.plate = ${plate}`;
  const query = sql`${SELECT_KEY} ${candidateQuery(scanned, range, [ofPlate, ...cursorConditions])} ${orderByTime(order)} limit ${count}`;
  const gates = range.gates === null ? 'all' : range.gates.length === 1 ? 'one' : 'some';
  return compileStatement(query, isPlain ? `history-${order}-${gates}` : undefined);
}

/** With `distinct` and no cursor, the newest row of each plate is simply its first. */
const isFirstEnough = ({ search, range, cursorConditions }: ScanRequest): boolean =>
  search.distinct && cursorConditions.length === 0 && range === search.visible;

/** Plate by plate: at most `count` rows of each, merged by the database. */
export function scanByPlateStatement(request: ScanRequest, plates: readonly string[]): Statement {
  const { search, range, cursorConditions, order, count } = request;
  // Recurrence is evaluated once per plate.
  const isNewest = isFirstEnough(request);
  const isFrequent = search.recurrence === null ? sql`true` : recurrenceCondition(search.recurrence, sql`d.plate`);
  const scanned = { ...search, recurrence: null, distinct: search.distinct && !isNewest };
  const rows = candidateQuery(scanned, range, [sql<boolean>`t.plate = d.plate`, ...cursorConditions]);
  const query = sql`select x.plate, x.id::text as id from plate_dict as d cross join lateral (
      select h.plate, h.ts, h.id ${rows} ${orderByTime(isNewest ? 'newest' : order)} limit ${isNewest ? 1 : count}) as x
    where d.plate = any(${plates}::text[]) and d.last_seen >= ${toIsoInstant(range.fromMs)}::timestamptz
      and d.first_seen < ${toIsoInstant(range.toMs)}::timestamptz and ${isFrequent}
    ${orderByTime(order, 'x')} limit ${count}`;
  return compileStatement(query);
}

/** A time range, along (ts, id). */
export function timeRangeStatement(request: ScanRequest, fromMs: number, toMs: number): Statement {
  const { search, range, cursorConditions, order, count } = request;
  return compileStatement(
    sql`${SELECT_KEY} ${candidateQuery(search, { ...range, fromMs, toMs }, cursorConditions)} ${orderByTime(order)} limit ${count}`,
  );
}

/** One gate, along (gate, ts, id). */
export const gateStatement = (request: ScanRequest, gate: number, fromMs: number, toMs: number): Statement =>
  timeRangeStatement({ ...request, range: { ...request.range, gates: [gate] } }, fromMs, toMs);

const fetchKeys = (runner: Runner, statement: Statement, signal?: AbortSignal): Promise<readonly TransitKey[]> =>
  runner.run<{ plate: string; id: string }>(statement, signal);

const getKeyTimeMs = (key: TransitKey | undefined): number => (key === undefined ? 0 : (parseTransitIdMs(key.id) ?? 0));

export const scanPlateHistory = (
  runner: Runner,
  request: ScanRequest,
  plate: string,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> => fetchKeys(runner, plateHistoryStatement(request, plate), signal);

export async function scanByPlate(
  runner: Runner,
  request: ScanRequest,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (plates.length === 0) return [];
  const found = await fetchKeys(runner, scanByPlateStatement(request, plates), signal);
  if (!plates.includes('')) return found;
  const unread = await fetchKeys(runner, unreadStatement(request), signal);
  return sortKeys([...found, ...unread], request.order).slice(0, request.count);
}

/** Passages without a plate whose plate a person stated; the dictionary does not have the empty plate. */
function unreadStatement(request: ScanRequest): Statement {
  const { search, range, cursorConditions, order, count } = request;
  const isNewest = isFirstEnough(request);
  const scanned = { ...search, distinct: search.distinct && !isNewest };
  const rows = candidateQuery(scanned, range, [sql<boolean>`t.plate = ''`, ...cursorConditions]);
  const limit = isNewest ? 1 : count;
  return compileStatement(sql`${SELECT_KEY} ${rows} ${orderByTime(isNewest ? 'newest' : order)} limit ${limit}`);
}

/** Sorts by id, which follows time. */
function sortKeys(keys: TransitKey[], order: TimeOrder): TransitKey[] {
  const sign = order === 'newest' ? -1 : 1;
  return keys.sort((a, b) => {
    const [x, y] = [BigInt(a.id), BigInt(b.id)];
    return x === y ? (a.plate < b.plate ? -1 : 1) : x < y ? -sign : sign;
  });
}

/**
 * One statement per gate, merged here, because one statement with a list of gates reads far more pages. Once the page
 * is full, the next gates are read only for rows better than its last row.
 */
export async function scanByGate(
  runner: Runner,
  request: ScanRequest,
  gates: readonly number[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  let { fromMs, toMs } = request.range;
  let found: TransitKey[] = [];
  for (const gate of gates) {
    found.push(...(await fetchKeys(runner, gateStatement(request, gate, fromMs, toMs), signal)));
    found = sortKeys(found, request.order).slice(0, request.count);
    if (found.length < request.count) continue;
    if (request.order === 'newest') fromMs = getKeyTimeMs(found.at(-1));
    else toMs = getKeyTimeMs(found.at(-1)) + 1;
  }
  return found;
}

const HOUR_MS = 3_600_000;
/** Longest time range of one statement, so that none gets near the statement time limit. */
const MAX_STEP_MS = 6 * 24 * HOUR_MS;

/**
 * Scans by time from the near end in steps of 1 hour, 6 hours, 36 hours and so on until the page is full, so that a
 * search with a rare filter does not read years at once (storage design, part 12, rule 5).
 */
export async function scanByTime(
  runner: Runner,
  request: ScanRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { fromMs, toMs } = request.range;
  const found: TransitKey[] = [];
  let done = 0;
  for (let width = HOUR_MS; done < toMs - fromMs && found.length < request.count; width *= 6) {
    const next = Math.min(done + Math.min(width, MAX_STEP_MS), toMs - fromMs);
    const [from, to] = request.order === 'newest' ? [toMs - next, toMs - done] : [fromMs + done, fromMs + next];
    const remainder = { ...request, count: request.count - found.length };
    found.push(...(await fetchKeys(runner, timeRangeStatement(remainder, from, to), signal)));
    done = next;
  }
  return found;
}
