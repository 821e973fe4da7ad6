import { generatePlantPassages } from '@varco/sim/traffic.ts';
import type { PlantCode } from '@varco/sim/plant-types.ts';
import { toSeededRead } from '../../tools/demo/check-values.ts';
import { planDemoTraffic } from '../../tools/demo/demo-traffic.ts';

/** A seeded read of the demo with the fields that the journeys compare. */
export interface SeededRead {
  readonly plant: PlantCode;
  readonly plate: string;
  readonly gate: number;
  /** ISO instant. */
  readonly at: string;
}

/** Plants whose whole archive every operator sees: no limit and no failing fault. */
const UNRESTRICTED_PLANTS: readonly PlantCode[] = ['CES', 'FOR', 'RAV', 'FAE'];

/**
 * All seeded reads of some plants, newest first; deterministic, because the traffic has a fixed seed.
 * @param plants default: the four unrestricted ones
 */
export function listSeededReads(
  begunAt: string,
  plants: readonly PlantCode[] = UNRESTRICTED_PLANTS,
): readonly SeededRead[] {
  const traffic = planDemoTraffic('tiny', begunAt);
  const reads = plants.flatMap((plant) =>
    [...generatePlantPassages(traffic, plant)].flatMap((passage): SeededRead[] => {
      const read = toSeededRead(passage);
      return read === null ? [] : [{ plant, plate: read.plate, gate: read.gate, at: read.at }];
    }),
  );
  return reads.toSorted((a, b) => b.at.localeCompare(a.at));
}

/**
 * A prefix of three characters that was read by all four plants, between `fewest` and `most` times in total.
 * @throws when the traffic has none
 */
export function findKnownPrefix(
  reads: readonly SeededRead[],
  { fewest, most }: { fewest: number; most: number },
): string {
  const byBeginning = Map.groupBy(reads, (read) => read.plate.slice(0, 3));
  for (const [beginning, group] of byBeginning) {
    const plants = new Set(group.map((read) => read.plant));
    if (
      plants.size === UNRESTRICTED_PLANTS.length &&
      group.length >= fewest &&
      group.length <= most &&
      /^[A-Z]{2}\d$/.test(beginning)
    ) {
      return beginning;
    }
  }
  throw new Error('The seeded traffic has no such plate.');
}

/**
 * A plate that at least two plants have read, between `fewest` and `most` times in total.
 * @throws when the traffic has none
 */
export function findTravellingPlate(
  reads: readonly SeededRead[],
  { fewest, most }: { fewest: number; most: number },
): string {
  for (const [plate, group] of Map.groupBy(reads, (read) => read.plate)) {
    const plants = new Set(group.map((read) => read.plant));
    if (plants.size > 1 && group.length >= fewest && group.length <= most && /^[A-Z]{2}\d{3}[A-Z]{2}$/.test(plate))
      return plate;
  }
  throw new Error('The seeded traffic has no plate that travels.');
}

/**
 * Two plates that passed the same gates within a minute of each other, more often than any others, and how often.
 * @throws when the traffic has none
 */
export function findPlatesTogether(reads: readonly SeededRead[]): {
  readonly plates: readonly [string, string];
  readonly times: number;
} {
  const counts = new Map<string, number>();
  for (const [, there] of Map.groupBy(reads, ({ plant, gate }) => `${plant} ${gate}`))
    for (const [index, read] of there.entries()) {
      const next = there[index + 1];
      if (next === undefined || next.plate === read.plate) continue;
      if (Date.parse(read.at) - Date.parse(next.at) > 60_000) continue;
      const key = [read.plate, next.plate].toSorted().join(' ');
      if (/^[A-Z]{2}\d{3}[A-Z]{2} [A-Z]{2}\d{3}[A-Z]{2}$/.test(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  const [first, second] = most?.[0].split(' ') ?? [];
  if (most === undefined || first === undefined || second === undefined)
    throw new Error('The seeded traffic has no plates that travel together.');
  return { plates: [first, second], times: most[1] };
}

/**
 * Two-letter patterns such as `GA*` that match a suitable number of reads of a plant, in alphabetical order; which
 * letters occur depends on the date. @throws with fewer than five
 */
export function findPatterns(
  reads: readonly SeededRead[],
  plant: PlantCode,
  { fewest, most }: { fewest: number; most: number },
): readonly [string, string, string, string, string] {
  const byLetters = Map.groupBy(
    reads.filter((read) => read.plant === plant && /^[A-Y]{2}\d/.test(read.plate)),
    (read) => read.plate.slice(0, 2),
  );
  const [a, b, c, d, e] = [...byLetters]
    .filter(([, group]) => group.length >= fewest && group.length <= most)
    .map(([letters]) => `${letters}*`)
    .toSorted();
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined)
    throw new Error('The seeded traffic has no five such patterns.');
  return [a, b, c, d, e];
}

/** An instant as the page object of the list reads it: `2026-11-14 08:03:22`, Rome local time. */
export const formatReadTime = (at: string): string => new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' });
