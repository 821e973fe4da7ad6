import type { Span } from './index-results.ts';
import type { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import type { Measure } from './tally.ts';

/** Request for plates in the order of a measure, in groups of equal values. */
export interface RankRequest extends Span {
  readonly measure: Measure;
  readonly descending: boolean;
  /** Value of the last group the caller already has; null starts at the beginning. */
  readonly after: number | null;
  /** How many plates to name in one response, if the size of the groups allows it. */
  readonly wanted: number;
  /** Largest group whose plates are named. */
  readonly most: number;
}

/** The plates with one value; null when they are too many to be named. */
export interface RankedGroup {
  readonly value: number;
  readonly plates: readonly string[] | null;
}

export interface Ranking {
  /** In the requested order; at least one group, unless there are none. */
  readonly groups: readonly RankedGroup[];
  readonly isEnd: boolean;
}

/**
 * @param plates the plates to rank
 * @param values measure of every plate, by ordinal
 */
export function rankPlates(index: PlateIndex, plates: PlateBits, values: Uint32Array, request: RankRequest): Ranking {
  const sizes = countPlatesByValue(index, plates, values);
  const { chosen, isEnd } = chooseGroups(sizes, request);
  const named = new Map<number, string[]>(chosen.map((value) => [value, []]));
  const [first = 0] = chosen;
  if (chosen.length === 1 && (sizes.get(first) ?? 0) > request.most)
    return { groups: [{ value: first, plates: null }], isEnd };
  plates.forEach(index.table, (ordinal) => named.get(values[ordinal] ?? 0)?.push(index.table.getText(ordinal)));
  return { groups: chosen.map((value) => ({ value, plates: named.get(value) ?? [] })), isEnd };
}

function countPlatesByValue(index: PlateIndex, plates: PlateBits, values: Uint32Array): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>();
  plates.forEach(index.table, (ordinal) => {
    const value = values[ordinal] ?? 0;
    if (value > 0) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  });
  return sizes;
}

function chooseGroups(sizes: ReadonlyMap<number, number>, { descending, after, wanted: targetPlates }: RankRequest) {
  const sign = descending ? -1 : 1;
  const isNext = (value: number): boolean => after === null || (value - after) * sign > 0;
  const inOrder = [...sizes.keys()].filter(isNext).sort((a, b) => (a - b) * sign);
  const chosen: number[] = [];
  let plates = 0;
  for (const value of inOrder) {
    plates += sizes.get(value) ?? 0;
    if (plates > targetPlates && chosen.length > 0) break;
    chosen.push(value);
    if (plates > targetPlates) break;
  }
  return { chosen, isEnd: chosen.length === inOrder.length };
}
