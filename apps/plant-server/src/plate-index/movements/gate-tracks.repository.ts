import { sql } from 'kysely';
import type { GateTrack } from '@varco/domain/analysis/gate-to-gate.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { millisecondsSince } from '../../database/transit-instant.sql.ts';
import { readableOnly, visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

interface TrackRow {
  readonly plate: string;
  /** `gate milliseconds gate milliseconds ...`, in milliseconds after the start of the window. */
  readonly passes: string;
}

/**
 * Passages of a window by plate, in time order, with the passages of each plate joined into one text, because rows cost
 * more than bytes. Index-only scan: the key (gate, time) contains the plate.
 * @param atLeast minimum number of passages of a plate
 * @param atTwoGates the plate must have passed at two different gates, because otherwise there is no leg
 */
export function tracksStatement(visible: Visibility, atLeast: number, atTwoGates: boolean): Statement {
  const enough = atTwoGates ? sql`count(*) >= ${atLeast} and min(t.gate) <> max(t.gate)` : sql`count(*) >= ${atLeast}`;
  return compileStatement(sql`select t.plate,
      string_agg(t.gate || ' ' || ${millisecondsSince(visible.fromMs)}, ' ' order by t.ts, t.gate) as passes
    ${visibleTransits(visible, [readableOnly()])} group by t.plate having ${enough}`);
}

export async function readTracks(
  runner: Runner,
  visible: Visibility,
  { atLeast, atTwoGates }: { readonly atLeast: number; readonly atTwoGates: boolean },
  signal?: AbortSignal,
): Promise<readonly GateTrack[]> {
  const rows = await runner.run<TrackRow>(tracksStatement(visible, atLeast, atTwoGates), signal);
  return rows.map((row) => parseTrack(row, visible.fromMs));
}

/**
 * Passages of some plates in a window, in time order per plate. Plates without passages are left out. Index-only scan:
 * the key (plate, time) contains the gate.
 */
export async function readTracksOfPlates(
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly GateTrack[]> {
  if (plates.length === 0) return [];
  const rows = await runner.run<TrackRow>(
    compileStatement(sql`select t.plate, string_agg(t.gate || ' ' || ${millisecondsSince(visible.fromMs)}, ' ' order by t.ts, t.id) as passes
      ${visibleTransits(visible, [sql<boolean>`t.plate = any(${plates}::text[])`])} group by t.plate`),
    signal,
  );
  return rows.map((row) => parseTrack(row, visible.fromMs));
}

function parseTrack({ plate, passes }: TrackRow, fromMs: number): GateTrack {
  const numbers = passes.split(' ');
  const gates: number[] = [];
  const timesMs: number[] = [];
  for (let i = 0; i < numbers.length; i += 2) {
    gates.push(Number(numbers[i]));
    timesMs.push(fromMs + Number(numbers[i + 1]));
  }
  return { plate, gates, timesMs };
}

/** Gates with their coordinates; gates without are left out. */
export const readGatePositions = (
  runner: Runner,
): Promise<readonly { readonly id: number; readonly lat: number; readonly lon: number }[]> =>
  runner.run<{ id: number; lat: number; lon: number }>({
    name: 'gate-places',
    text: 'select id, lat, lon from gate where lat is not null and lon is not null',
    values: [],
  });
