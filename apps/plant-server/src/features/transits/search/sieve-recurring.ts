import { sql } from 'kysely';
import { isoOf } from '@varco/domain/time/rome.ts';
import { msOfTransitId } from '@varco/domain/transits/transit-id.ts';
import { behind, type Drive } from './drivers.ts';
import { whereOfPlate } from './hits.ts';
import type { TransitKey } from '../transit-row.ts';
import { namedMatches } from './plate-matches.ts';
import { indexAskOf } from './recurrence.ts';
import { statementOf, type Runner } from '../../../database/statement.ts';

/** Rows of the first look, and how many times more of each look after it. */
const FIRST_ROWS = 250;
const WIDER = 8;
const MOST_ROWS = 20_000;

/** A page is looked for among so many times its rows before the index is asked. */
const GLANCE = 5;
/** Half as many again as the first look lets expect; beyond the most the index is quicker. */
const SPARE = 1.5;
const MOST_GLANCED = 4_000;

/** The first `count` keys of a search, however they are found. */
type Source = (drive: Drive) => Promise<readonly TransitKey[]>;

const unsifted = (drive: Drive): Drive => ({
  ...drive,
  search: { ...drive.search, recurrence: null, distinct: false },
});

/**
 * A page among the first rows, whatever plates they are of: most plates pass less than five times a month, and many rows are of those
 * that pass often, while the index goes through every plate of the window first. A second look is as long as the first one lets
 * expect. Null: too few of them passed so often, or more than a page is wanted.
 */
export async function glanceRecurring(
  runner: Runner,
  drive: Drive,
  source: Source,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { search, count } = drive;
  if (search.recurrence === null || search.plates.kind === 'plates') return null;
  const found: TransitKey[] = [];
  let rest = unsifted(drive);
  for (let rows = count * GLANCE, seen = 0; rows <= MOST_GLANCED;) {
    const keys = await source({ ...rest, count: rows });
    found.push(...(await confirmed(runner, drive, keys, signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < rows || last === undefined) return found.slice(0, count);
    if (seen > 0 || found.length === 0) return null;
    seen = rows;
    rows = Math.ceil((SPARE * seen * (count - found.length)) / found.length);
    rest = behind(rest, last.id);
  }
  return null;
}

/**
 * Rows of plates that passed so often, by going through all rows: those of plates that cannot have are dropped by the
 * index, so the database looks at the passages of few plates only. Null: the index cannot be asked. Source: storage
 * design, part 7 (Q7).
 */
export async function sieveRecurring(
  runner: Runner,
  drive: Drive,
  source: Source,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { search, count } = drive;
  const { indexed } = search.plates;
  if (search.recurrence === null || search.plates.kind === 'plates' || indexed === undefined) return null;
  const ask = indexAskOf(search.recurrence);
  if (ask === null) return null;
  const found: TransitKey[] = [];
  let rest = unsifted(drive);
  for (let rows = FIRST_ROWS; ; rows = Math.min(MOST_ROWS, rows * WIDER)) {
    const keys = await source({ ...rest, count: rows });
    const passing = await indexed.index.sieve([...new Set(keys.map(({ plate }) => plate))], ask, signal);
    if (passing === null) return null;
    const possible = new Set(passing);
    const kept = keys.filter(({ plate }) => possible.has(plate));
    found.push(...(await confirmed(runner, drive, kept, signal)));
    const last = keys.at(-1);
    if (found.length >= count || keys.length < rows || last === undefined) return found.slice(0, count);
    rest = behind(rest, last.id);
  }
}

/** Those of the rows whose plates passed exactly so often, in their order. */
async function confirmed(
  runner: Runner,
  { search }: Drive,
  keys: readonly TransitKey[],
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (keys.length === 0) return [];
  const [plates, ids] = [keys.map(({ plate }) => plate), keys.map(({ id }) => id)];
  const times = ids.map((id) => isoOf(msOfTransitId(id) ?? 0));
  // Only "one row per plate" asks for the plates of other rows.
  const asked = search.distinct ? { ...search, plates: await namedMatches(search.plates, signal) } : search;
  const query = sql`select h.id::text as id from unnest(${plates}::text[], ${times}::timestamptz[], ${ids}::bigint[])
    as h(plate, ts, id)${whereOfPlate(asked)}`;
  const right = new Set((await runner.run<{ id: string }>(statementOf(query), signal)).map(({ id }) => id));
  return keys.filter(({ id }) => right.has(id));
}
