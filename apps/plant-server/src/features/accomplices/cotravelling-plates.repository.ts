import { sql, type RawBuilder } from 'kysely';
import { PlateHistory, type GateRead } from '@varco/domain/analysis/plate-history.ts';
import { toIsoInstant, toRomeWallMs } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs, TRANSIT_EPOCH_MS } from '@varco/domain/transits/transit-id.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { millisecondsSince } from '../../database/transit-instant.sql.ts';
import { readableOnly, visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/**
 * A read with its instant, and the same instant as Rome local time expressed as if it were UTC. Both in milliseconds.
 */
export interface TimedRead extends GateRead {
  readonly id: string;
}

const MS = sql`(extract(epoch from t.ts) * 1000)::float8 as "ms"`;
const LOCAL_MS = sql`(extract(epoch from t.ts at time zone 'Europe/Rome') * 1000)::float8 as "localMs"`;

/** The newest passages of a plate with their gates, oldest first. Index-only scan. */
export async function readNewestPassages(
  runner: Runner,
  visible: Visibility,
  plate: string,
  maxReads: number,
  signal?: AbortSignal,
): Promise<readonly TimedRead[]> {
  const query = sql`select t.id::text as id, t.gate, ${MS}, ${LOCAL_MS}
    ${visibleTransits(visible, [sql<boolean>`t.plate = ${plate}`])} order by t.ts desc, t.id desc limit ${maxReads}`;
  return [...(await runner.run<TimedRead>(compileStatement(query), signal))].reverse();
}

/** A passage of the target plate: another plate at this gate near this time was travelling with it. */
export interface GateTime {
  readonly gate: number;
  readonly ms: number;
}

/** A read near a passage of the target: index of that passage (from 0), id and time of the read. */
export interface Meeting {
  readonly place: number;
  readonly id: string;
  readonly ms: number;
}

/** All meetings of one plate. A passage may have more than one meeting. */
export interface CotravellingPlate {
  readonly plate: string;
  readonly meetings: readonly Meeting[];
}

/**
 * Finds plates with at least `least` reads near the passages: one index range on (gate, time) per passage (storage
 * design, Q8). Reads are returned as two unordered arrays per plate: most plates have a single read and are dropped,
 * and building a text for each of them would be slower.
 */
export function cotravellingStatement(
  visible: Visibility,
  target: string,
  passages: readonly GateTime[],
  deltaMs: number,
  minReads: number,
): Statement {
  const [gates, from, to] = [
    passages.map(({ gate }) => gate),
    passages.map(({ ms }) => toIsoInstant(ms - deltaMs)),
    passages.map(({ ms }) => toIsoInstant(ms + deltaMs)),
  ];
  const rows = visibleTransits(visible, [
    sql<boolean>`t.gate = p.gate`,
    sql<boolean>`t.ts >= p.since`,
    sql<boolean>`t.ts <= p.until`,
    readableOnly(),
  ]);
  return compileStatement(sql`select m.plate, array_agg(m.place)::text as places, array_agg(m.id)::text as ids
    from (select t.plate, t.id, p.place - 1 as place
      from unnest(${gates}::smallint[], ${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as p(gate, since, until, place)
      cross join lateral (select t.plate, t.id ${rows}) as t) as m
    where m.plate <> ${target} group by m.plate having count(*) >= ${minReads}`);
}

/** Plates that were near the target on at least `least` of these passages, with their meetings in order. */
export async function findCotravellingPlates(
  runner: Runner,
  visible: Visibility,
  target: string,
  passages: readonly GateTime[],
  deltaMs: number,
  minReads: number,
  signal?: AbortSignal,
): Promise<readonly CotravellingPlate[]> {
  if (passages.length === 0) return [];
  const statement = cotravellingStatement(visible, target, passages, deltaMs, minReads);
  const rows = await runner.run<{ plate: string; places: string; ids: string }>(statement, signal);
  return rows.flatMap(({ plate, places, ids }): CotravellingPlate[] => {
    const meetings = toMeetings(parseSqlArray(places), parseSqlArray(ids));
    return new Set(meetings.map(({ place }) => place)).size >= minReads ? [{ plate, meetings }] : [];
  });
}

/** Items of a PostgreSQL array in text form: `{1,2}`. */
const parseSqlArray = (written: string): readonly string[] => written.slice(1, -1).split(',');

const toMeetings = (places: readonly string[], ids: readonly string[]): readonly Meeting[] =>
  ids
    .map((id, at) => ({ place: Number(places[at]), id, ms: parseTransitIdMs(id) ?? 0 }))
    .sort((a, b) => a.place - b.place || a.ms - b.ms);

/** Total number of reads of each plate on the plant, from the dictionary. */
export async function readPlateTotals(
  runner: Runner,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = await runner.run<{ plate: string; n: number }>(
    { name: 'plate-totals', text: 'select plate, n from plate_dict where plate = any($1::text[])', values: [plates] },
    signal,
  );
  return new Map(rows.map(({ plate, n }) => [plate, n]));
}

/** Number of reads of a candidate in the baseline, and its newest reads at some gates. */
export interface CandidateHistory {
  readonly reads: number;
  readonly history: PlateHistory;
}

/**
 * Index-only scan on (plate, time), with times in whole seconds; at most `most` reads per plate at the gates. Reads are
 * returned as one unordered array per plate, which costs a third of single rows. Plates without reads are left out.
 */
export async function readCandidateHistories(
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  gates: readonly number[],
  maxReads: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, CandidateHistory>> {
  if (plates.length === 0) return new Map();
  const ofPlates = visibleTransits(visible, [sql<boolean>`t.plate = any(${plates}::text[])`]);
  const rows = await runner.run<{ plate: string; reads: number; history: string | null }>(
    compileStatement(sql`select t.plate, count(*)::int as reads,
        array_agg(${millisecondsSince(TRANSIT_EPOCH_MS)} / 1000 * ${GATE_RADIX} + t.gate) filter (where t.gate = any(${gates}::smallint[]))::text as history
      ${ofPlates} group by t.plate`),
    signal,
  );
  return new Map(rows.map(({ plate, reads, history }) => [plate, { reads, history: parseHistory(history, maxReads) }]));
}

/**
 * Gate and second of a read (since the transit epoch) are packed into one number. Must exceed the largest gate number.
 */
const GATE_RADIX = 65_536;

/** The newest `most` reads of the array. */
function parseHistory(written: string | null, maxReads: number): PlateHistory {
  const reads = written === null ? new Float64Array(0) : Float64Array.from(parseSqlArray(written), Number).sort();
  return new PlateHistory(
    Array.from(reads.subarray(-maxReads), (read) => {
      const gate = read % GATE_RADIX;
      const ms = TRANSIT_EPOCH_MS + ((read - gate) / GATE_RADIX) * 1000;
      return { gate, ms, localMs: toRomeWallMs(ms) };
    }),
  );
}

/** Number of reads of the gates in the UTC hours of these passages, in the order of the passages. */
export async function readTrafficAt(
  runner: Runner,
  passages: readonly GateTime[],
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const rows = await runner.run<{ place: number; n: number }>(
    {
      name: 'traffic-at',
      text: `select p.place::int - 1 as place, h.n from unnest($1::smallint[], $2::timestamptz[]) with ordinality as p(gate, at, place)
        join gate_hour as h on h.gate = p.gate and h.hour = date_trunc('hour', p.at, 'UTC')`,
      values: [passages.map(({ gate }) => gate), passages.map(({ ms }) => toIsoInstant(ms))],
    },
    signal,
  );
  const counts = passages.map(() => 0);
  for (const { place, n } of rows) counts[place] = n;
  return counts;
}

/** Number of reads of a span at these gates (null: all), by whole hours. */
export async function countGateReads(runner: Runner, span: Visibility, signal?: AbortSignal): Promise<number> {
  const ofGates: RawBuilder<boolean> = span.gates === null ? sql`true` : sql`h.gate = any(${span.gates}::smallint[])`;
  const query = sql`select coalesce(sum(h.n), 0)::float8 as n from gate_hour as h
    where h.hour >= date_trunc('hour', ${toIsoInstant(span.fromMs)}::timestamptz, 'UTC') and h.hour < ${toIsoInstant(span.toMs)}::timestamptz and ${ofGates}`;
  const [row] = await runner.run<{ n: number }>(compileStatement(query), signal);
  return row?.n ?? 0;
}

/** Number of distinct plates whose first and last read span overlaps the given span. */
export async function countPlatesSeen(runner: Runner, span: Visibility, signal?: AbortSignal): Promise<number> {
  const [row] = await runner.run<{ n: number }>(
    {
      name: 'plates-in-span',
      text: 'select count(*)::int as n from plate_dict where last_seen >= $1::timestamptz and first_seen < $2::timestamptz',
      values: [toIsoInstant(span.fromMs), toIsoInstant(span.toMs)],
    },
    signal,
  );
  return row?.n ?? 0;
}

/** How many reads of a gate are sampled to find where their vehicles were read next. */
const SAMPLE_READS = 400;
const SAMPLE_WINDOW_MS = 7 * 86_400_000;
const MAX_LEG_DURATION = '30 minutes';

/** Share of vehicles per next gate within half an hour after `gate`, from a sample of plates. */
export async function computeNextGateShares(
  runner: Runner,
  visible: Visibility,
  gate: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const here = { gates: [gate], fromMs: Math.max(visible.fromMs, visible.toMs - SAMPLE_WINDOW_MS), toMs: visible.toMs };
  const reads = await countGateReads(runner, here, signal);
  // The low bits of an id are a hash of gate and plate, so this selects a share of the plates, each with all its reads.
  const oneIn = Math.max(1, Math.floor(reads / SAMPLE_READS));
  const sample = await runner.run<{ plate: string; ts: string }>(
    compileStatement(sql`select t.plate, t.ts ${visibleTransits(here, [sql<boolean>`t.id % ${oneIn}::bigint = 0`, readableOnly()])}
      order by t.ts desc limit ${2 * SAMPLE_READS}`),
    signal,
  );
  if (sample.length === 0) return new Map();
  const next = visibleTransits(visible, [
    sql<boolean>`t.plate = s.plate`,
    sql<boolean>`t.ts > s.ts`,
    sql<boolean>`t.ts <= s.ts + ${MAX_LEG_DURATION}::interval`,
  ]);
  const rows = await runner.run<{ gate: number; n: number }>(
    compileStatement(sql`select n.gate, count(*)::int as n from (
        select distinct on (s.nr) s.nr, t.gate
        from unnest(${sample.map(({ plate }) => plate)}::text[], ${sample.map(({ ts }) => ts)}::timestamptz[]) with ordinality as s(plate, ts, nr)
        cross join lateral (select t.gate, t.ts ${next}) as t order by s.nr, t.ts) as n group by n.gate`),
    signal,
  );
  return new Map(rows.map(({ gate: after, n }) => [after, n / sample.length]));
}
