import type { Pool } from 'pg';
import { inTransaction, poolRunner } from '../database/pg-runner.ts';
import { ensureChangeMark } from './record-plate-changes.repository.ts';
import type { Runner } from '../database/sql-statement.ts';
import { isIndexable } from './plate-code.ts';
import { PlateIndex } from './plate-index.ts';

/**
 * Database state that a copy in memory reflects: the snapshot, its time by the database's clock, and the generation of
 * the change log. `at` is text, because the driver's dates lose everything below a millisecond.
 */
export interface IndexState {
  readonly snapshot: string;
  readonly at: string;
  readonly generation: string;
}

export interface LoadedIndex {
  readonly index: PlateIndex;
  readonly state: IndexState;
}

/** The index needs more memory than its limit. */
export class IndexTooBigError extends Error {
  override readonly name = 'IndexTooBig';
}

export interface LoadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const PLATES_AT_ONCE = 50_000;
const DAY_ROWS_AT_ONCE = 100_000;

/**
 * Loads the plate dictionary and the plate days from one snapshot. Rows arrive joined into one text per chunk, which
 * costs a third of single rows.
 * @throws IndexTooBigError; the abort reason of the signal; database errors
 */
export async function loadIndex(pool: Pool, limits: LoadLimits): Promise<LoadedIndex> {
  await ensureChangeMark(poolRunner(pool));
  return inTransaction(pool, async (runner) => {
    await runner.run({ text: 'set transaction isolation level repeatable read read only', values: [] });
    const [state] = await runner.run<IndexState>({
      text: `select pg_current_snapshot()::text as snapshot, statement_timestamp()::text as at, m.generation::text as generation
        from plate_change_mark as m`,
      values: [],
    });
    if (state === undefined) throw new Error('no mark of changes');
    const [size] = await runner.run<{ plates: number }>({
      text: `select greatest(reltuples, 1000)::int as plates from pg_class where oid = 'plate_dict'::regclass`,
      values: [],
    });
    const index = new PlateIndex(size?.plates ?? 1000);
    await loadPlates(runner, index, limits);
    await loadDays(runner, index, limits);
    return { index, state };
  });
}

interface Chunk {
  readonly rows: string | null;
  readonly last: string | null;
}

function assertWithinLimits(index: PlateIndex, { maxBytes, signal }: LoadLimits): void {
  signal.throwIfAborted();
  if (index.bytes > maxBytes)
    throw new IndexTooBigError(`plate index needs more than ${Math.round(maxBytes / 1e6)} MB`);
}

async function loadPlates(runner: Runner, index: PlateIndex, limits: LoadLimits): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const [chunk]: readonly Chunk[] = await runner.run<Chunk>({
      name: 'load-plates',
      text: `select string_agg(concat_ws(' ', plate, n, floor(extract(epoch from first_seen))::bigint,
          floor(extract(epoch from last_seen))::bigint), ',') as rows, max(plate) as last
        from (select plate, n, first_seen, last_seen from plate_dict where plate > $1 order by plate limit ${PLATES_AT_ONCE}) as d`,
      values: [after],
    });
    for (const [plate, n, firstSeen, lastSeen] of parseChunk(chunk))
      if (isIndexable(plate))
        index.table.change({ plate, n: Number(n), firstSeen: Number(firstSeen), lastSeen: Number(lastSeen) });
    assertWithinLimits(index, limits);
    after = chunk?.last ?? null;
  }
}

async function loadDays(runner: Runner, index: PlateIndex, limits: LoadLimits): Promise<void> {
  for (let after = '-infinity'; ;) {
    const [next] = await runner.run<{ day: string | null; number: number }>({
      name: 'next-day',
      text: `select min(day)::text as day, min(day) - date '1970-01-01' as number from plate_day where day > $1::date`,
      values: [after],
    });
    if (next === undefined || next.day === null) return;
    const [found] = await runner.run<{ plates: number }>({
      name: 'plates-of-day',
      text: 'select count(*)::int as plates from plate_day where day = $1::date',
      values: [next.day],
    });
    await loadDay(runner, index, next.day, index.loadDay(next.number, found?.plates ?? 0));
    assertWithinLimits(index, limits);
    after = next.day;
  }
}

async function loadDay(
  runner: Runner,
  index: PlateIndex,
  day: string,
  vector: ReturnType<PlateIndex['loadDay']>,
): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const [chunk]: readonly Chunk[] = await runner.run<Chunk>({
      name: 'load-day',
      text: `select string_agg(concat_ws(' ', plate, n), ',') as rows, max(plate) as last
        from (select plate, n from plate_day where day = $1::date and plate > $2 order by plate limit ${DAY_ROWS_AT_ONCE}) as d`,
      values: [day, after],
    });
    for (const [plate, n] of parseChunk(chunk)) {
      const ordinal = isIndexable(plate) ? index.table.find(plate) : -1;
      if (ordinal >= 0 && Number(n) > 0) index.appendToDay(vector, ordinal, Number(n));
    }
    after = chunk?.last ?? null;
  }
}

/** The fields of each row of a chunk. A plate contains neither space nor comma. */
function* parseChunk(chunk: Chunk | undefined): Generator<readonly [string, ...string[]]> {
  if (chunk?.rows == null) return;
  for (const row of chunk.rows.split(',')) {
    const [plate = '', ...rest] = row.split(' ');
    yield [plate, ...rest];
  }
}
