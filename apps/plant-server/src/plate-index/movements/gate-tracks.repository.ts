import { sql } from 'kysely';
import type { GateTrack } from '@varco/domain/analysis/gate-to-gate.ts';
import { SAME_CLOCK_SLACK_S } from '@varco/domain/analysis/clock-offsets.ts';
import type { PlacedPassage } from '@varco/domain/analysis/impossible-travel.ts';
import { toReadPosition, type Position } from '@varco/domain/maps/geo.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { NO_POSITION } from '../../database/read-position.sql.ts';
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

/** A track with the positions of its reads. */
export interface PlacedTrack extends GateTrack {
  /** By passage: its own position, otherwise that of its gate; null: neither is known. */
  readonly positions: readonly (Position | null)[];
}

/**
 * Passages of some plates in a window, in time order per plate, with positions: a gate may be a car that reads while it
 * drives. Plates without passages are left out.
 */
export async function readTracksOfPlates(
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly PlacedTrack[]> {
  if (plates.length === 0) return [];
  const [rows, gates] = await Promise.all([
    runner.run<TrackRow>(
      compileStatement(sql`select t.plate, string_agg(concat_ws(' ', t.gate, ${millisecondsSince(visible.fromMs)}, t.lat, t.lon), ' '
        order by t.ts, t.id) as passes
        ${visibleTransits(visible, [sql<boolean>`t.plate = any(${plates}::text[])`])} group by t.plate`),
      signal,
    ),
    readGatePositions(runner),
  ]);
  const gatePositions = new Map(gates.map(({ id, lat, lon }) => [id, toReadPosition(lat, lon)]));
  return rows.map((row) => parsePlacedTrack(row, visible.fromMs, gatePositions));
}

/** The passages of a plant's own clock whose position is known. */
export const toPlacedPassages = ({ timesMs, positions }: PlacedTrack): readonly PlacedPassage[] =>
  timesMs.flatMap((timeMs, n): PlacedPassage[] => {
    const at = positions[n] ?? null;
    return at === null ? [] : [{ at, timeMs, clock: 0, slackS: SAME_CLOCK_SLACK_S }];
  });

function parsePlacedTrack(
  { plate, passes }: TrackRow,
  fromMs: number,
  gatePositions: ReadonlyMap<number, Position | null>,
): PlacedTrack {
  const numbers = passes.split(' ').map(Number);
  const track = { plate, gates: [] as number[], timesMs: [] as number[], positions: [] as (Position | null)[] };
  for (let i = 0; i < numbers.length; i += 4) {
    const [gate = 0, afterMs = 0, lat = NO_POSITION, lon = NO_POSITION] = numbers.slice(i, i + 4);
    const hasOwn = lat !== NO_POSITION && lon !== NO_POSITION;
    track.gates.push(gate);
    track.timesMs.push(fromMs + afterMs);
    track.positions.push(hasOwn ? toReadPosition(lat / 1e6, lon / 1e6) : (gatePositions.get(gate) ?? null));
  }
  return track;
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
const readGatePositions = (
  runner: Runner,
): Promise<readonly { readonly id: number; readonly lat: number; readonly lon: number }[]> =>
  runner.run<{ id: number; lat: number; lon: number }>({
    name: 'gate-places',
    text: 'select id, lat, lon from gate where lat is not null and lon is not null',
    values: [],
  });
