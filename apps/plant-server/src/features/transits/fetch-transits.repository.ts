import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import type { TransitKey } from './transit-row.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits, type Condition, type Visibility } from '../../policy/visible-transits.sql.ts';

/** A transit as stored, the correction of its plate if a person made one, and how many notes people wrote. */
export interface TransitRow {
  readonly id: string;
  readonly ts: string;
  readonly lat: number;
  readonly lon: number;
  readonly gate: number;
  readonly direction: number;
  readonly vclass: number;
  readonly nation: number;
  readonly province: number;
  readonly comune: number;
  readonly brand: number;
  readonly model: number;
  readonly colour: number;
  readonly speed: number;
  readonly lane: number;
  readonly euro: number;
  readonly confidence: number;
  readonly insured: number;
  readonly insured_until: number;
  readonly inspected: number;
  readonly inspected_until: number;
  readonly stolen: number;
  readonly sives: number;
  readonly alarm: number;
  readonly flags: number;
  readonly adr_un: number;
  readonly plate: string;
  readonly adr_kemler: string;
  readonly adr_class: string;
  readonly confidence_chars: Uint8Array;
  readonly corrected: string | null;
  /** Number of notes. */
  readonly notes: number;
}

const SELECT_ADDED = sql`(select c.corrected from plate_correction as c where c.plate = t.plate and c.ts = t.ts and c.id = t.id) as corrected,
  (select count(*)::int from transit_note as n where n.plate = t.plate and n.ts = t.ts and n.id = t.id) as notes`;

function isOneOfKeys(keys: readonly TransitKey[]): Condition {
  return sql<boolean>`t.plate = any(${keys.map((key) => key.plate)}::text[]) and t.id = any(${keys.map((key) => key.id)}::bigint[])`;
}

/** The smallest time range that contains the keys, within what is visible. */
function narrowToKeys(visible: Visibility, keys: readonly TransitKey[]): Visibility {
  const times = keys.map((key) => parseTransitIdMs(key.id) ?? 0);
  return {
    ...visible,
    fromMs: Math.max(visible.fromMs, Math.min(...times)),
    toMs: Math.min(visible.toMs, Math.max(...times) + 1),
  };
}

/** Complete rows in the order of the keys. Keys that are not visible are left out. */
export async function fetchTransits(
  runner: Runner,
  visible: Visibility,
  keys: readonly TransitKey[],
  signal?: AbortSignal,
): Promise<readonly TransitRow[]> {
  if (keys.length === 0) return [];
  const unread = keys.some(({ plate }) => plate === '') ? 'with' : undefined;
  const range: Visibility = { ...narrowToKeys(visible, keys), unread };
  const query = sql`select t.*, ${SELECT_ADDED} ${visibleTransits(range, [isOneOfKeys(keys)])}`;
  const isPrepared = visible.gates === null && unread === undefined;
  const statement = compileStatement(query, isPrepared ? 'fetch-transits' : undefined);
  const rows = await runner.run<TransitRow>(statement, signal);
  const byKey = new Map(rows.map((row) => [`${row.id} ${row.plate}`, row]));
  return keys.flatMap((key) => byKey.get(`${key.id} ${key.plate}`) ?? []);
}

/**
 * One transit by its id, with or without a plate. The id contains the instant, so only one month is read. Null when it
 * does not exist or is not visible.
 */
export async function readTransit(
  runner: Runner,
  visible: Visibility,
  id: string,
  signal?: AbortSignal,
): Promise<TransitRow | null> {
  const ms = parseTransitIdMs(id);
  if (ms === null || ms < visible.fromMs || ms >= visible.toMs) return null;
  const at = { ...visible, fromMs: ms, toMs: ms + 1, unread: 'with' } as const;
  const query = sql`select t.*, ${SELECT_ADDED} ${visibleTransits(at, [sql<boolean>`t.id = ${id}::bigint`])} limit 1`;
  const [row] = await runner.run<TransitRow>(compileStatement(query), signal);
  return row ?? null;
}

/** Gate and time of the visible transits among these ids, with or without a plate. */
export async function readTransitGates(
  runner: Runner,
  visible: Visibility,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Pick<TransitRow, 'id' | 'ts' | 'gate'>[]> {
  const known = ids.flatMap((id) => {
    const ms = parseTransitIdMs(id);
    return ms !== null && ms >= visible.fromMs && ms < visible.toMs ? [{ id, ms }] : [];
  });
  if (known.length === 0) return [];
  const times = known.map(({ ms }) => ms);
  const range = { ...visible, fromMs: Math.min(...times), toMs: Math.max(...times) + 1, unread: 'with' } as const;
  const isListed = sql<boolean>`t.ts = any(${times.map(toIsoInstant)}::timestamptz[]) and t.id = any(${known.map(({ id }) => id)}::bigint[])`;
  const query = sql`select t.id::text as id, t.ts, t.gate ${visibleTransits(range, [isListed])}`;
  return runner.run<Pick<TransitRow, 'id' | 'ts' | 'gate'>>(compileStatement(query), signal);
}
