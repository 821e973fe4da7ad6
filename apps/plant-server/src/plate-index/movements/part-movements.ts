import type { GateTrack } from '@varco/domain/analysis/gate-to-gate.ts';
import { legSpeed, type PlacedPassage } from '@varco/domain/analysis/impossible.ts';
import { tracksOfPlates } from './gate-tracks.ts';
import type { Runner } from '../../database/statement.ts';
import type { DayPart } from './cut-movements.ts';

const MINUTE_MS = 60_000;
const ROUND_MS = { least: 2 * MINUTE_MS, most: 60 * MINUTE_MS };

/** What a plate did in a part of a day. */
export interface PartMovement {
  readonly plate: string;
  readonly night: number;
  readonly loops: number;
  readonly nightLoops: number;
  readonly gates: number;
  readonly hasJump: boolean;
}

type Places = ReadonlyMap<number, PlacedPassage['at']>;

/**
 * Counts what plates did in a part of a day from their rows, with the same result as `movementDaysQuery` for the same
 * range. It reads a few hundred plates; fetching their bare passages takes a tenth of the time of the SQL window
 * functions.
 * @param earliestMs earliest instant that may be read; a loop may begin in the hour before the part
 */
export async function partMovements(
  runner: Runner,
  partialDay: DayPart,
  earliestMs: number,
  plates: readonly string[],
): Promise<readonly PartMovement[]> {
  if (plates.length === 0) return [];
  const readFromMs = Math.max(Math.min(earliestMs, partialDay.fromMs), partialDay.fromMs - ROUND_MS.most);
  const [tracks, gates] = await Promise.all([
    tracksOfPlates(runner, { gates: null, fromMs: readFromMs, toMs: partialDay.toMs }, plates),
    runner.run<{ id: number; lat: number; lon: number }>({
      name: 'gate-places',
      text: 'select id, lat, lon from gate where lat is not null and lon is not null',
      values: [],
    }),
  ]);
  const positions: Places = new Map(gates.map(({ id, lat, lon }) => [id, [lon, lat]]));
  return tracks.map((track) => ({ plate: track.plate, ...movementOf(track, partialDay, positions) }));
}

function movementOf(
  { gates: gateNumbers, timesMs }: GateTrack,
  { fromMs, nightEndsMs }: DayPart,
  positions: Places,
): Omit<PartMovement, 'plate'> {
  const lastAt = new Map<number, number>();
  const gates = new Set<number>();
  let [night, loops, nightLoops, hasJump] = [0, 0, 0, false];
  let before: Seen | null = null;
  for (const [at, timeMs] of timesMs.entries()) {
    const seen = { gate: gateNumbers[at] ?? 0, timeMs };
    if (timeMs >= fromMs) {
      const away = timeMs - (lastAt.get(seen.gate) ?? -Infinity);
      const isRound = away >= ROUND_MS.least && away <= ROUND_MS.most;
      const isNight = timeMs < nightEndsMs;
      gates.add(seen.gate);
      if (isNight) night += 1;
      if (isRound) loops += 1;
      if (isRound && isNight) nightLoops += 1;
      hasJump ||= before !== null && isJump(before, seen, positions);
    }
    lastAt.set(seen.gate, timeMs);
    before = seen;
  }
  return { night, loops, nightLoops, gates: gates.size, hasJump };
}

interface Seen {
  readonly gate: number;
  readonly timeMs: number;
}

function isJump(from: Seen, to: Seen, positions: Places): boolean {
  const [a, b] = [positions.get(from.gate), positions.get(to.gate)];
  if (a === undefined || b === undefined || from.gate === to.gate) return false;
  const placed = (at: PlacedPassage['at'], timeMs: number): PlacedPassage => ({ at, timeMs, clock: 0, slackS: 0 });
  return legSpeed(placed(a, from.timeMs), placed(b, to.timeMs)).isImpossible;
}
