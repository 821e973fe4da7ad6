import { sql } from 'kysely';
import type { PersonFindings } from '@varco/contract/plant/person-requests.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { type Condition, type Visibility, visibleTransits } from '../../policy/visible-transits.sql.ts';

/** The plate of a request and its period, half-open in milliseconds. */
export interface PersonScope {
  readonly plate: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A transit of the plate; `plate` is what was read, empty for a passage without one. */
export interface PersonTransitRow {
  readonly id: string;
  readonly plate: string;
  readonly ts: string;
  readonly gate: number;
  readonly direction: number;
  readonly lane: number;
  readonly nation: number;
  readonly flags: number;
  readonly insured: number;
  readonly inspected: number;
}

interface CorrectionKey {
  readonly plate: string;
  readonly id: string;
  readonly corrected: string;
}

/** Transits of the vehicle, oldest first, and how many reads of its plate were corrected to another one. */
export interface PersonTransits {
  readonly rows: readonly PersonTransitRow[];
  readonly corrected_away: number;
}

const toWindow = ({ fromMs, toMs }: PersonScope): readonly string[] => [toIsoInstant(fromMs), toIsoInstant(toMs)];

/**
 * Transits read as the plate and not corrected to another, and those corrected to it. At most `limit` of each kind, so that more than
 * `limit` rows mean that there are too many.
 */
export async function readPersonTransits(
  runner: Runner,
  scope: PersonScope,
  limit: number,
  signal?: AbortSignal,
): Promise<PersonTransits> {
  const [from, to] = toWindow(scope);
  const corrections = await runner.run<CorrectionKey>(
    {
      text: `select plate, id::text as id, corrected from plate_correction
        where (plate = $1 or corrected = $1) and ts >= $2::timestamptz and ts < $3::timestamptz limit $4`,
      values: [scope.plate, from, to, limit],
    },
    signal,
  );
  const away = new Set(
    corrections
      .filter(({ plate, corrected }) => plate === scope.plate && corrected !== scope.plate)
      .map(({ id }) => id),
  );
  const towards = corrections.filter(({ plate, corrected }) => corrected === scope.plate && plate !== scope.plate);
  const visible: Visibility = { gates: null, fromMs: scope.fromMs, toMs: scope.toMs };
  const read = await readRows(runner, visible, [sql<boolean>`t.plate = ${scope.plate}`], limit + away.size, signal);
  const plates = [...new Set(towards.map(({ plate }) => plate))];
  const isChosen = [
    sql<boolean>`t.plate = any(${plates}::text[])`,
    sql<boolean>`t.id = any(${towards.map(({ id }) => id)}::bigint[])`,
  ];
  const corrected =
    towards.length === 0 ? [] : await readRows(runner, { ...visible, unread: 'with' }, isChosen, limit, signal);
  const rows = [...read.filter(({ id }) => !away.has(id)), ...corrected];
  return {
    rows: rows.toSorted((a, b) => a.ts.localeCompare(b.ts) || a.id.localeCompare(b.id)),
    corrected_away: read.filter(({ id }) => away.has(id)).length,
  };
}

const readRows = (
  runner: Runner,
  visible: Visibility,
  conditions: readonly Condition[],
  limit: number,
  signal: AbortSignal | undefined,
): Promise<readonly PersonTransitRow[]> =>
  runner.run<PersonTransitRow>(
    compileStatement(
      sql`select t.id::text as id, t.plate, t.ts, t.gate, t.direction, t.lane, t.nation, t.flags, t.insured, t.inspected
        ${visibleTransits(visible, conditions)} order by t.ts, t.id limit ${limit}`,
    ),
    signal,
  );

/** Counts of what names the plate, or hangs from these transits, beside the transits. `lookUpMac`: key of its look-ups. */
export interface PersonRecords {
  readonly lists: readonly PersonFindings['liste'][number][];
  readonly alerts: readonly PersonFindings['allarmi'][number][];
  readonly checked_at: string | null;
  readonly look_ups: number;
  readonly exports: number;
  readonly consultations: number;
  readonly holds: number;
  readonly notes: number;
  readonly tagged: number;
}

export async function readPersonRecords(
  runner: Runner,
  scope: PersonScope,
  given: { readonly transits: readonly PersonTransitRow[]; readonly lookUpMac: string },
  signal?: AbortSignal,
): Promise<PersonRecords> {
  const [from, to] = toWindow(scope);
  const window = [scope.plate, from, to];
  const ids = given.transits.map(({ id }) => id);
  const lists = await runner.run<PersonFindings['liste'][number]>({ text: LISTS, values: window }, signal);
  const alerts = await runner.run<PersonFindings['allarmi'][number]>({ text: ALERTS, values: [scope.plate, ids] });
  const [check] = await runner.run<{ checked_at: string | null }>({ text: CHECK, values: window });
  const [lookUps] = await runner.run<{ n: number }>({ text: LOOK_UPS, values: [given.lookUpMac, from, to] });
  const [log] = await runner.run<{ n: number; exports: number }>({ text: LOG_ENTRIES, values: window }, signal);
  const [holds] = await runner.run<{ n: number }>({ text: HOLDS, values: window });
  const plates = [...new Set(given.transits.map(({ plate }) => plate))];
  const [notes] = await runner.run<{ n: number; tagged: number }>({ text: NOTES, values: [plates, ids] });
  return {
    lists,
    alerts,
    checked_at: check?.checked_at ?? null,
    look_ups: lookUps?.n ?? 0,
    exports: log?.exports ?? 0,
    consultations: log?.n ?? 0,
    holds: holds?.n ?? 0,
    notes: notes?.n ?? 0,
    tagged: notes?.tagged ?? 0,
  };
}

/** Entries that were in force at some moment of the period. Patterns are not about this plate. */
const LISTS = `select lista, n from (
    select 'blacklist' as lista, count(*)::int as n from blacklist_entry where plate = $1 and created_at < $3::timestamptz and expires_at >= $2::timestamptz
    union all
    select 'whitelist', count(*)::int from whitelist_entry where plate = $1 and created_at < $3::timestamptz and expires_at >= $2::timestamptz
    union all
    select 'figurehead', count(*)::int from figurehead_vehicles where $1 = any(plates) and asked_at < $3::timestamptz) as all_lists
  where n > 0 order by lista`;

const ALERTS = `select kind as tipo, outcome as esito, count(*)::int as n from alert where plate = $1 and transit = any($2::bigint[])
  group by kind, outcome order by kind, outcome nulls first`;

const CHECK =
  'select checked_at from plate_check where plate = $1 and checked_at >= $2::timestamptz and checked_at < $3::timestamptz';

const LOOK_UPS =
  'select count(*)::int as n from look_up where key_mac = $1 and asked_at >= $2::timestamptz and asked_at < $3::timestamptz';

const LOG_ENTRIES = `select count(*)::int as n, count(*) filter (where e.action like 'exports.%')::int as exports from audit_entry as e
  where (e.epoch, e.seq) in (select d.epoch, d.seq from audit_detail as d where audit_words(d.body) @> array[$1]::text[])
    and e.at >= $2::timestamptz and e.at < $3::timestamptz and e.outcome = 'ok' and e.action not like 'person-requests.%'`;

const HOLDS = `select count(*)::int as n from legal_hold
  where lifted_at is null and (plates = '{}' or $1 = any(plates)) and from_ts < $3::timestamptz and to_ts > $2::timestamptz`;

const NOTES = `select count(*)::int as n, count(*) filter (where cardinality(tags) > 0)::int as tagged from transit_note
  where plate = any($1::text[]) and id = any($2::bigint[])`;
