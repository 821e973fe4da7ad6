import { sql, type RawBuilder } from 'kysely';
import { isoOf } from '@varco/domain/time/rome.ts';
import { msOfTransitId } from '@varco/domain/transits/transit-id.ts';
import { hitsOf, isPlainSearch, type Search } from './hits.ts';
import type { TransitKey } from '../transit-row.ts';
import { recurrenceCondition } from './recurrence.ts';
import { statementOf, type Runner, type Statement } from '../../../database/statement.ts';
import type { Condition, Visibility } from '../../../policy/visible-transits.ts';

export type TimeOrder = 'newest' | 'oldest';

/**
 * A way to find the first `count` keys of a search in time order (storage design, part 7). All scans return the same
 * keys; the choice only affects how many database pages are read.
 */
export interface Drive {
  readonly search: Search;
  /** The part of the visible range that is scanned: all of it, or what follows the cursor row. */
  readonly part: Visibility;
  /** Conditions on the row `t` that exclude rows up to the cursor row within the same instant. */
  readonly beyond: readonly Condition[];
  readonly order: TimeOrder;
  readonly count: number;
}

/** A plan over everything that is visible. */
export const driveOf = (search: Search, order: TimeOrder, count: number): Drive => ({
  search,
  part: search.visible,
  beyond: [],
  order,
  count,
});

/** The same plan for the rows after the row `id` in its order. */
export function behind(plan: Drive, id: string): Drive {
  const ms = msOfTransitId(id) ?? 0;
  const { fromMs, toMs } = plan.part;
  return plan.order === 'newest'
    ? {
        ...plan,
        part: { ...plan.part, toMs: Math.min(toMs, ms + 1) },
        beyond: [sql<boolean>`t.id < ${id}::bigint`],
      }
    : {
        ...plan,
        part: { ...plan.part, fromMs: Math.max(fromMs, ms) },
        beyond: [sql<boolean>`t.id > ${id}::bigint`],
      };
}

const ordered = (order: TimeOrder, table = 'h'): RawBuilder<unknown> => {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  return sql`order by ${sql.ref(`${table}.ts`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`;
};
const KEY = sql`select h.plate, h.id::text as id`;

/** History of one plate, along (plate, ts, id). A prepared statement when there is no further filter. */
export function historyStatement(plan: Drive, plate: string): Statement {
  const { search, part: range, beyond: cursorConditions, order, count } = plan;
  const isCorrected = search.plates.kind === 'plates' && search.plates.hasCorrected;
  const scanned = isCorrected ? search : { ...search, plates: { kind: 'all' as const } };
  const isPlain = isPlainSearch(scanned) && cursorConditions.length === 0;
  const ofPlate = sql<boolean>`t.plate = ${plate}`;
  const query = sql`${KEY} ${hitsOf(scanned, range, [ofPlate, ...cursorConditions])} ${ordered(order)} limit ${count}`;
  const gates = range.gates === null ? 'all' : range.gates.length === 1 ? 'one' : 'some';
  return statementOf(query, isPlain ? `history-${order}-${gates}` : undefined);
}

/** Plate by plate: at most `count` rows of each, merged by the database. */
export function probePlatesStatement(plan: Drive, plates: readonly string[]): Statement {
  const { search, part: range, beyond: cursorConditions, order, count } = plan;
  // Recurrence is evaluated once per plate. With `distinct` and no cursor, the newest row of each plate is simply its
  // first.
  const isNewest = search.distinct && cursorConditions.length === 0 && range === search.visible;
  const isFrequent = search.recurrence === null ? sql`true` : recurrenceCondition(search.recurrence, sql`d.plate`);
  const scanned = { ...search, recurrence: null, distinct: search.distinct && !isNewest };
  const rows = hitsOf(scanned, range, [sql<boolean>`t.plate = d.plate`, ...cursorConditions]);
  const query = sql`select x.plate, x.id::text as id from plate_dict as d cross join lateral (
      select h.plate, h.ts, h.id ${rows} ${ordered(isNewest ? 'newest' : order)} limit ${isNewest ? 1 : count}) as x
    where d.plate = any(${plates}::text[]) and d.last_seen >= ${isoOf(range.fromMs)}::timestamptz
      and d.first_seen < ${isoOf(range.toMs)}::timestamptz and ${isFrequent}
    ${ordered(order, 'x')} limit ${count}`;
  return statementOf(query);
}

/** A time range, along (ts, id). */
export function stretchStatement(plan: Drive, fromMs: number, toMs: number): Statement {
  const { search, part: range, beyond: cursorConditions, order, count } = plan;
  return statementOf(
    sql`${KEY} ${hitsOf(search, { ...range, fromMs, toMs }, cursorConditions)} ${ordered(order)} limit ${count}`,
  );
}

/** One gate, along (gate, ts, id). */
export const gateStatement = (plan: Drive, gate: number, fromMs: number, toMs: number): Statement =>
  stretchStatement({ ...plan, part: { ...plan.part, gates: [gate] } }, fromMs, toMs);

const keysOf = (runner: Runner, statement: Statement, signal?: AbortSignal): Promise<readonly TransitKey[]> =>
  runner.run<{ plate: string; id: string }>(statement, signal);

const timeOf = (key: TransitKey | undefined): number => (key === undefined ? 0 : (msOfTransitId(key.id) ?? 0));

export const historyOf = (
  runner: Runner,
  plan: Drive,
  plate: string,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> => keysOf(runner, historyStatement(plan, plate), signal);

export async function probePlates(
  runner: Runner,
  plan: Drive,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  return plates.length === 0 ? [] : keysOf(runner, probePlatesStatement(plan, plates), signal);
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
export async function probeGates(
  runner: Runner,
  plan: Drive,
  gates: readonly number[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  let { fromMs, toMs } = plan.part;
  let found: TransitKey[] = [];
  for (const gate of gates) {
    found.push(...(await keysOf(runner, gateStatement(plan, gate, fromMs, toMs), signal)));
    found = sortKeys(found, plan.order).slice(0, plan.count);
    if (found.length < plan.count) continue;
    if (plan.order === 'newest') fromMs = timeOf(found.at(-1));
    else toMs = timeOf(found.at(-1)) + 1;
  }
  return found;
}

const HOUR_MS = 3_600_000;
/** Longest time range of one statement, so that none gets near the statement time limit. */
const LONGEST_STRETCH_MS = 6 * 24 * HOUR_MS;

/**
 * Scans by time from the near end in steps of 1 hour, 6 hours, 36 hours and so on until the page is full, so that a
 * search with a rare filter does not read years at once (storage design, part 12, rule 5).
 */
export async function walk(runner: Runner, plan: Drive, signal?: AbortSignal): Promise<readonly TransitKey[]> {
  const { fromMs, toMs } = plan.part;
  const found: TransitKey[] = [];
  let done = 0;
  for (let width = HOUR_MS; done < toMs - fromMs && found.length < plan.count; width *= 6) {
    const next = Math.min(done + Math.min(width, LONGEST_STRETCH_MS), toMs - fromMs);
    const [from, to] = plan.order === 'newest' ? [toMs - next, toMs - done] : [fromMs + done, fromMs + next];
    const remainder = { ...plan, count: plan.count - found.length };
    found.push(...(await keysOf(runner, stretchStatement(remainder, from, to), signal)));
    done = next;
  }
  return found;
}
