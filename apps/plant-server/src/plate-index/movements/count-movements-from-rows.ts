import type { GateTrack } from '@varco/domain/analysis/gate-to-gate.ts';
import { computeLegSpeed, type PlacedPassage } from '@varco/domain/analysis/impossible-travel.ts';
import { readGatePositions, readTracksOfPlates } from './gate-tracks.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { PartialDay } from './partial-day-movements.ts';

const MINUTE_MS = 60_000;
const LOOP_DURATION_MS = { least: 2 * MINUTE_MS, most: 60 * MINUTE_MS };

/** What a plate did in a part of a day. */
export interface RowMovements {
  readonly plate: string;
  readonly night: number;
  readonly loops: number;
  readonly nightLoops: number;
  readonly gates: number;
  readonly hasJump: boolean;
}

type GatePositions = ReadonlyMap<number, PlacedPassage['at']>;

/**
 * Counts what plates did in a part of a day from their rows, with the same result as `movementDaysQuery` for the same
 * range. It reads a few hundred plates; fetching their bare passages takes a tenth of the time of the SQL window
 * functions.
 * @param earliestMs earliest instant that may be read; a loop may begin in the hour before the part
 */
export async function countMovementsFromRows(
  runner: Runner,
  partialDay: PartialDay,
  earliestMs: number,
  plates: readonly string[],
): Promise<readonly RowMovements[]> {
  if (plates.length === 0) return [];
  const readFromMs = Math.max(Math.min(earliestMs, partialDay.fromMs), partialDay.fromMs - LOOP_DURATION_MS.most);
  const [tracks, gates] = await Promise.all([
    readTracksOfPlates(runner, { gates: null, fromMs: readFromMs, toMs: partialDay.toMs }, plates),
    readGatePositions(runner),
  ]);
  const positions: GatePositions = new Map(gates.map(({ id, lat, lon }) => [id, [lon, lat]]));
  return tracks.map((track) => ({ plate: track.plate, ...countTrackMovements(track, partialDay, positions) }));
}

function countTrackMovements(
  { gates: gateNumbers, timesMs }: GateTrack,
  { fromMs, nightEndsMs }: PartialDay,
  positions: GatePositions,
): Omit<RowMovements, 'plate'> {
  const lastAt = new Map<number, number>();
  const gates = new Set<number>();
  let [night, loops, nightLoops, hasJump] = [0, 0, 0, false];
  let before: GatePassage | null = null;
  for (const [at, timeMs] of timesMs.entries()) {
    const seen = { gate: gateNumbers[at] ?? 0, timeMs };
    if (timeMs >= fromMs) {
      const away = timeMs - (lastAt.get(seen.gate) ?? -Infinity);
      const isRound = away >= LOOP_DURATION_MS.least && away <= LOOP_DURATION_MS.most;
      const isNight = timeMs < nightEndsMs;
      gates.add(seen.gate);
      if (isNight) night += 1;
      if (isRound) loops += 1;
      if (isRound && isNight) nightLoops += 1;
      hasJump ||= before !== null && isImpossibleJump(before, seen, positions);
    }
    lastAt.set(seen.gate, timeMs);
    before = seen;
  }
  return { night, loops, nightLoops, gates: gates.size, hasJump };
}

interface GatePassage {
  readonly gate: number;
  readonly timeMs: number;
}

function isImpossibleJump(from: GatePassage, to: GatePassage, positions: GatePositions): boolean {
  const [a, b] = [positions.get(from.gate), positions.get(to.gate)];
  if (a === undefined || b === undefined || from.gate === to.gate) return false;
  const placed = (at: PlacedPassage['at'], timeMs: number): PlacedPassage => ({ at, timeMs, clock: 0, slackS: 0 });
  return computeLegSpeed(placed(a, from.timeMs), placed(b, to.timeMs)).isImpossible;
}
