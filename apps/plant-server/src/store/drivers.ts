import { sql, type RawBuilder } from 'kysely';
import { isoOf } from '@varco/domain/time/rome.ts';
import { msOfTransitId } from '@varco/domain/transits/transit-id.ts';
import type { TransitKey } from './new-read.ts';
import type { PlateMatches } from './plate-matches.ts';
import { statementOf, type Runner, type Statement } from './statement.ts';
import { visibleTransits, type Condition, type Visibility } from './visible-transits.ts';

/** A search, ready to be driven: who sees what, which plates, which further conditions on the row. */
export interface Search {
  readonly visible: Visibility;
  readonly plates: PlateMatches;
  readonly conditions: readonly Condition[];
}

export type TimeOrder = 'newest' | 'oldest';

/**
 * The page drivers of the storage design (part 7): each gives the first `count` keys of a search in time order. They
 * return the same keys whichever is chosen; the choice only decides how many pages of the database are read.
 */
export interface Drive {
  readonly search: Search;
  readonly order: TimeOrder;
  readonly count: number;
}

const ordered = (order: TimeOrder, table = 't'): RawBuilder<unknown> => {
  const way = order === 'newest' ? sql`desc` : sql`asc`;
  return sql`order by ${sql.ref(`${table}.ts`)} ${way}, ${sql.ref(`${table}.id`)} ${way}`;
};
const KEY = sql`select t.plate, t.id::text as id`;

const plateCondition = (plates: PlateMatches): readonly Condition[] =>
  plates.kind === 'all' ? [] : [plates.condition];
/** Everything the row must fit, the plate included. */
export const allConditions = (search: Search): readonly Condition[] => [
  ...plateCondition(search.plates),
  ...search.conditions,
];

/** History of one plate, along (plate, ts, id). Prepared when nothing else is asked. */
export function historyStatement(drive: Drive, plate: string): Statement {
  const { search, order, count } = drive;
  const isCorrected = search.plates.kind === 'plates' && search.plates.hasCorrected;
  const isPlain = search.conditions.length === 0 && !isCorrected;
  const conditions = [sql<boolean>`t.plate = ${plate}`, ...(isPlain ? [] : allConditions(search))];
  const query = sql`${KEY} ${visibleTransits(search.visible, conditions)} ${ordered(order)} limit ${count}`;
  const gates = search.visible.gates === null ? 'all' : search.visible.gates.length === 1 ? 'one' : 'some';
  return statementOf(query, isPlain ? `history-${order}-${gates}` : undefined);
}

/** Plate by plate: at most `count` of each, merged by the database. */
export function probePlatesStatement(drive: Drive, plates: readonly string[]): Statement {
  const { search, order, count } = drive;
  const conditions = [sql<boolean>`t.plate = d.plate`, ...allConditions(search)];
  const query = sql`select x.plate, x.id::text as id from plate_dict as d cross join lateral (
      select t.plate, t.ts, t.id ${visibleTransits(search.visible, conditions)} ${ordered(order)} limit ${count}) as x
    where d.plate = any(${plates}::text[]) and d.last_seen >= ${isoOf(search.visible.fromMs)}::timestamptz
      and d.first_seen < ${isoOf(search.visible.toMs)}::timestamptz
    ${ordered(order, 'x')} limit ${count}`;
  return statementOf(query);
}

/** A stretch of time, along (ts, id). */
export function stretchStatement(drive: Drive, fromMs: number, toMs: number): Statement {
  const { search, order, count } = drive;
  const visible = { ...search.visible, fromMs, toMs };
  return statementOf(sql`${KEY} ${visibleTransits(visible, allConditions(search))} ${ordered(order)} limit ${count}`);
}

/** One gate, along (gate, ts, id). */
export function gateStatement(drive: Drive, gate: number, fromMs: number, toMs: number): Statement {
  return stretchStatement(
    { ...drive, search: { ...drive.search, visible: { ...drive.search.visible, gates: [gate] } } },
    fromMs,
    toMs,
  );
}

const keysOf = (runner: Runner, statement: Statement, signal?: AbortSignal): Promise<readonly TransitKey[]> =>
  runner.run<{ plate: string; id: string }>(statement, signal);

const timeOf = (key: TransitKey | undefined): number => (key === undefined ? 0 : (msOfTransitId(key.id) ?? 0));

export const historyOf = (
  runner: Runner,
  drive: Drive,
  plate: string,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> => keysOf(runner, historyStatement(drive, plate), signal);

export async function probePlates(
  runner: Runner,
  drive: Drive,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  return plates.length === 0 ? [] : keysOf(runner, probePlatesStatement(drive, plates), signal);
}

/** Newest first or oldest first by id, which follows time. */
function sortKeys(keys: TransitKey[], order: TimeOrder): TransitKey[] {
  const sign = order === 'newest' ? -1 : 1;
  return keys.sort((a, b) => {
    const [x, y] = [BigInt(a.id), BigInt(b.id)];
    return x === y ? (a.plate < b.plate ? -1 : 1) : x < y ? -sign : sign;
  });
}

/**
 * One statement per gate, merged here (a list of gates in one statement reads far more pages). Once a page is full, the
 * next gates are asked only for what is newer than its last row.
 */
export async function probeGates(
  runner: Runner,
  drive: Drive,
  gates: readonly number[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  let { fromMs, toMs } = drive.search.visible;
  let found: TransitKey[] = [];
  for (const gate of gates) {
    found.push(...(await keysOf(runner, gateStatement(drive, gate, fromMs, toMs), signal)));
    found = sortKeys(found, drive.order).slice(0, drive.count);
    if (found.length < drive.count) continue;
    if (drive.order === 'newest') fromMs = timeOf(found.at(-1));
    else toMs = timeOf(found.at(-1)) + 1;
  }
  return found;
}

const HOUR_MS = 3_600_000;

/**
 * Walks through time from the near end in stretches of 1 hour, 6 hours, 36 hours ... until the page is full, so that an
 * open search with a rare filter does not read years at once (storage design, part 12, rule 5).
 */
export async function walk(runner: Runner, drive: Drive, signal?: AbortSignal): Promise<readonly TransitKey[]> {
  const { fromMs, toMs } = drive.search.visible;
  const found: TransitKey[] = [];
  let done = 0;
  for (let width = HOUR_MS; done < toMs - fromMs && found.length < drive.count; width *= 6) {
    const next = Math.min(done + width, toMs - fromMs);
    const [from, to] = drive.order === 'newest' ? [toMs - next, toMs - done] : [fromMs + done, fromMs + next];
    const rest = { ...drive, count: drive.count - found.length };
    found.push(...(await keysOf(runner, stretchStatement(rest, from, to), signal)));
    done = next;
  }
  return found;
}
