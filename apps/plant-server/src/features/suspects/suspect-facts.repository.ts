import { sql } from 'kysely';
import { findImpossibleDays } from '@varco/domain/analysis/impossible-travel.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { readTracksOfPlates, toPlacedPassages } from '../../plate-index/movements/gate-tracks.repository.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

const MAX_MISREAD_READS = 3;
const MIN_FREQUENCY_RATIO = 10;
/** Older convoys are ignored. */
const CONVOY_RETENTION = '2 days';

/**
 * For each plate, the reads of its worst day that one car cannot have made (analysis design, part 5), by the rule of
 * `findImpossibleDays`.
 */
export async function countDiscardedReads(
  runner: Runner,
  window: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const track of await readTracksOfPlates(runner, window, plates, signal)) {
    const days = findImpossibleDays(toPlacedPassages(track), toRomeDay);
    const discarded = Math.max(0, ...days.map((day) => day.discarded));
    if (discarded > 0) found.set(track.plate, discarded);
  }
  return found;
}

/** When a plate was first seen, and whether it is foreign. */
export interface FirstSight {
  readonly firstSeenMs: number;
  readonly isForeign: boolean;
}

/** First sights of plates, from the dictionary. */
export async function readFirstSights(
  runner: Runner,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FirstSight>> {
  const rows = await runner.run<Pick<DictionaryRow, 'plate' | 'first_ms' | 'nation'>>(
    {
      name: 'first-sights',
      text: `select plate, (extract(epoch from first_seen) * 1000)::float8 as first_ms, nation
        from plate_dict where plate = any($1::text[])`,
      values: [plates],
    },
    signal,
  );
  return new Map(rows.map((row) => [row.plate, toFirstSight(row)]));
}

const toFirstSight = ({ first_ms, nation }: Pick<DictionaryRow, 'first_ms' | 'nation'>): FirstSight => ({
  firstSeenMs: first_ms,
  isForeign: nation > 1,
});

/** Facts about a plate from the dictionary. */
export interface DictionaryFacts extends FirstSight {
  readonly looksMisread: boolean;
}

interface DictionaryRow {
  readonly plate: string;
  readonly first_ms: number;
  readonly nation: number;
}

/** A plate of the dictionary with what says whether it may be a misread. */
interface ReadCounts extends DictionaryRow {
  readonly folded: string;
  readonly n: number;
  readonly last_gate: number;
}

/**
 * First sight, nation, and whether a plate with few reads looks like a misread of a frequent plate of the same gate,
 * with one character different.
 */
export async function readDictionaryFacts(
  runner: Runner,
  plates: readonly string[],
  everything: Visibility,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, DictionaryFacts>> {
  const rows = await runner.run<ReadCounts>(
    {
      name: 'dictionary-facts',
      text: `select plate, (extract(epoch from first_seen) * 1000)::float8 as first_ms, nation, folded, n, last_gate
        from plate_dict where plate = any($1::text[])`,
      values: [plates],
    },
    signal,
  );
  const misread = await findMisreadPlates(runner, rows, everything, signal);
  return new Map(rows.map((row) => [row.plate, { ...toFirstSight(row), looksMisread: misread.has(row.plate) }]));
}

const isOneCharApart = (a: string, b: string): boolean =>
  a.length === b.length && [...a].filter((char, index) => char !== b[index]).length === 1;

/** Plates with few reads that differ by one similar character from a frequent plate of the gate of their last read. */
async function findMisreadPlates(
  runner: Runner,
  rows: readonly ReadCounts[],
  everything: Visibility,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const rare = rows.filter(({ n }) => n <= MAX_MISREAD_READS);
  if (rare.length === 0) return new Set();
  const similar = await runner.run<{ plate: string; folded: string; n: number }>(
    {
      name: 'frequent-similar-plates',
      text: 'select plate, folded, n from plate_dict where folded = any($1::text[]) and n >= $2',
      values: [
        [...new Set(rare.map(({ folded }) => folded))],
        MIN_FREQUENCY_RATIO * Math.min(...rare.map(({ n }) => n)),
      ],
    },
    signal,
  );
  const pairs = rare.flatMap(({ plate, folded, n, last_gate: gate }) =>
    similar
      .filter((other) => other.folded === folded && other.n >= MIN_FREQUENCY_RATIO * n)
      .filter((other) => isOneCharApart(other.plate, plate))
      .map((other) => ({ plate, other: other.plate, gate })),
  );
  if (pairs.length === 0) return new Set();
  const passed = await runner.run<{ plate: string; gate: number }>(
    compileStatement(
      sql`select t.plate, t.gate ${visibleTransits(everything, [
        sql<boolean>`t.plate = any(${[...new Set(pairs.map(({ other }) => other))]}::text[])`,
        sql<boolean>`t.gate = any(${[...new Set(pairs.map(({ gate }) => gate))]}::smallint[])`,
      ])} group by t.plate, t.gate`,
    ),
    signal,
  );
  const passages = new Set(passed.map(({ plate, gate }) => `${plate} ${gate}`));
  return new Set(pairs.filter(({ other, gate }) => passages.has(`${other} ${gate}`)).map(({ plate }) => plate));
}

/** For each plate its best convoy with a plate that the whole plant lists (job `follow-listed`). */
export async function readListedConvoys(
  runner: Runner,
  nowIso: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = await runner.run<{ partner: string; abs_score: number }>(
    {
      name: 'convoys-with-listed',
      text: `select p.partner, max(p.abs_score)::int as abs_score from listed_partner as p
        where p.found_at > $1::timestamptz - interval '${CONVOY_RETENTION}' and exists (
          select from blacklist_entry as e where e.plate = p.listed and e.kind = 'open' and e.group_id is null
            and not e.is_interforce and e.is_enabled and e.expires_at > $1::timestamptz)
        group by p.partner`,
      values: [nowIso],
    },
    signal,
  );
  return new Map(rows.map(({ partner, abs_score: points }) => [partner, points]));
}

/** Those of the plates that are on the whitelist now. */
export async function readWhitelisted(
  runner: Runner,
  plates: readonly string[],
  nowIso: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ plate: string }>(
    {
      name: 'whitelisted-plates',
      text: 'select plate from whitelist_entry where plate = any($1::text[]) and is_enabled and expires_at > $2::timestamptz',
      values: [plates, nowIso],
    },
    signal,
  );
  return new Set(rows.map(({ plate }) => plate));
}

/** The fields of the newest passage of a plate in the window that determine its status. */
export interface NewestPassage {
  readonly plate: string;
  readonly id: string;
  readonly nation: number;
  readonly vclass: number;
  readonly insured: number;
  readonly inspected: number;
}

/** Newest passage of each plate in the window, one index lookup per plate. Plates without a passage are left out. */
export function readPlateNewestPassages(
  runner: Runner,
  window: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly NewestPassage[]> {
  if (plates.length === 0) return Promise.resolve([]);
  return runner.run<NewestPassage>(
    compileStatement(sql`select d.plate, s.* from plate_dict as d
      cross join lateral (select t.id::text, t.nation, t.vclass, t.insured, t.inspected
        ${visibleTransits(window, [sql<boolean>`t.plate = d.plate`])} order by t.ts desc, t.id desc limit 1) as s
      where d.plate = any(${plates}::text[])`),
    signal,
  );
}
