import { hasImpossibleLeg } from '@varco/domain/analysis/impossible-travel.ts';
import { readTracksOfPlates, toPlacedPassages, type PlacedTrack } from './gate-tracks.repository.ts';
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
  const tracks = await readTracksOfPlates(runner, { gates: null, fromMs: readFromMs, toMs: partialDay.toMs }, plates);
  return tracks.map((track) => ({ plate: track.plate, ...countTrackMovements(track, partialDay) }));
}

function countTrackMovements(track: PlacedTrack, { fromMs, nightEndsMs }: PartialDay): Omit<RowMovements, 'plate'> {
  const lastAt = new Map<number, number>();
  const gates = new Set<number>();
  let [night, loops, nightLoops] = [0, 0, 0];
  for (const [at, timeMs] of track.timesMs.entries()) {
    const gate = track.gates[at] ?? 0;
    if (timeMs >= fromMs) {
      const away = timeMs - (lastAt.get(gate) ?? -Infinity);
      const isRound = away >= LOOP_DURATION_MS.least && away <= LOOP_DURATION_MS.most;
      const isNight = timeMs < nightEndsMs;
      gates.add(gate);
      if (isNight) night += 1;
      if (isRound) loops += 1;
      if (isRound && isNight) nightLoops += 1;
    }
    lastAt.set(gate, timeMs);
  }
  return { night, loops, nightLoops, gates: gates.size, hasJump: hasImpossibleLeg(toPlacedPassages(track), fromMs) };
}
