import type { Span } from './span.ts';
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
 * @param plates only plates of this set; null: all
 * @param values measure of every plate, by ordinal; plates with 0 are left out
 */
export function rankPlates(
  index: PlateIndex,
  plates: PlateBits | null,
  values: Uint32Array,
  request: RankRequest,
): Ranking {
  const sizes = countPlatesByValue(plates, values);
  const { chosen, isEnd } = chooseGroups(sizes, request);
  const [first = 0] = chosen;
  if (chosen.length === 1 && (sizes.get(first) ?? 0) > request.most)
    return { groups: [{ value: first, plates: null }], isEnd };
  return { groups: nameGroups(index, plates, values, chosen), isEnd };
}

/** Values below this are counted in arrays, because nearly all plates have such a one. */
const SMALL_VALUES = 4096;

/** Four arrays by turns, so that neighbours with the same value do not wait for each other. */
function countPlatesByValue(plates: PlateBits | null, values: Uint32Array): ReadonlyMap<number, number> {
  const small = new Uint32Array(4 * SMALL_VALUES);
  const sizes = new Map<number, number>();
  for (let ordinal = 0; ordinal < values.length; ordinal += 1) {
    const value = values[ordinal] ?? 0;
    if (plates !== null && !plates.has(ordinal)) continue;
    if (value < SMALL_VALUES) {
      const at = (ordinal & 3) * SMALL_VALUES + value;
      small[at] = (small[at] ?? 0) + 1;
    } else sizes.set(value, (sizes.get(value) ?? 0) + 1);
  }
  for (let value = 1; value < SMALL_VALUES; value += 1) {
    let count = 0;
    for (let copy = 0; copy < 4; copy += 1) count += small[copy * SMALL_VALUES + value] ?? 0;
    if (count > 0) sizes.set(value, count);
  }
  return sizes;
}

/** The plates of some groups. The values of the groups lie between those of no other group. */
function nameGroups(
  { table }: PlateIndex,
  plates: PlateBits | null,
  values: Uint32Array,
  chosen: readonly number[],
): readonly RankedGroup[] {
  const named = new Map<number, string[]>(chosen.map((value) => [value, []]));
  const [least, most] = [Math.min(...chosen), Math.max(...chosen)];
  for (let ordinal = 0; ordinal < values.length; ordinal += 1) {
    const value = values[ordinal] ?? 0;
    if (value < least || value > most || (plates !== null && !plates.has(ordinal))) continue;
    named.get(value)?.push(table.getText(ordinal));
  }
  return chosen.map((value) => ({ value, plates: named.get(value) ?? [] }));
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
