import type { StatisticsBy } from '@varco/contract/plant/statistics.ts';
import { countInIndex, resolvePlates, type Search } from '../transits/transits.public.ts';
import { countPlatesByDay, countPlatesOfLines, countPlatesOfPlant } from './gate-figures.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Visibility } from '../../policy/visible-transits.ts';
import type { Cell, PeriodParts } from './count-period.ts';

/** Maximum transits whose plates one request may group: about two seconds of work. */
export const MOST_GATHERED = 2_000_000;
/** The same limit for plate days of the whole plant, which are already grouped. */
const MOST_OF_PLANT = 20_000_000;

/** Number of distinct plates of a report line. Exact when both bounds are equal. */
export interface PlateBounds {
  readonly min: number;
  readonly max: number;
}

export const lineOf = ({ gate, day }: Cell, by: StatisticsBy): string =>
  by === 'varco' ? String(gate) : by === 'giorno' ? day : '';

const exact = (n: number): PlateBounds => ({ min: n, max: n });

/** Bounds from the counted gate days, without reading plates: at least the maximum of any cell, at most the sum. */
function boundsOf(cells: readonly Cell[]): PlateBounds {
  const counts = cells.map(({ details, sums }) => ({ min: details?.plates ?? 1, max: details?.plates ?? sums.n }));
  return {
    min: counts.reduce((most, { min }) => Math.max(most, min), 0),
    max: counts.reduce((sum, { max }) => sum + max, 0),
  };
}

interface Question {
  readonly store: PlantStore;
  readonly visible: Visibility;
  readonly parts: PeriodParts;
  readonly cells: readonly Cell[];
  readonly signal: AbortSignal;
}

/** Distinct plates of each line: exact where that is affordable, otherwise bounds. */
export async function platesByLine(request: Question, by: StatisticsBy): Promise<ReadonlyMap<string, PlateBounds>> {
  const { store, visible, parts, cells, signal } = request;
  const lines = Map.groupBy(cells, (cell) => lineOf(cell, by));
  const bounds = new Map([...lines].map(([line, of]) => [line, boundsOf(of)]));
  const isExact = [...bounds.values()].every(({ min, max }) => min === max);
  if (isExact) return bounds;
  const transits = cells.reduce((sum, { sums }) => sum + sums.n, 0);
  if (visible.gates === null && by === 'giorno' && parts.pieces.length === 0 && parts.days !== null) {
    const counted = await countPlatesByDay(store.runner, parts.days.first, parts.days.last, signal);
    return new Map([...bounds].map(([line, one]) => [line, counted.has(line) ? exact(counted.get(line) ?? 0) : one]));
  }
  if (visible.gates === null && by === 'totale') {
    const counted = await ofPlant(request, transits);
    return counted === null ? bounds : new Map([['', exact(counted)]]);
  }
  if (transits > MOST_GATHERED) return bounds;
  const counted = await countPlatesOfLines(store.runner, visible, by, signal);
  return new Map([...bounds].map(([line, one]) => [line, exact(counted.get(line) ?? one.min)]));
}

/**
 * Distinct plates at all gates: from the plate index if available, otherwise from the plate days. Null when there are
 * too many.
 */
async function ofPlant({ store, visible, parts, signal }: Question, transits: number): Promise<number | null> {
  const plates = await resolvePlates(store, { terms: [], misreads: false, variations: 0 }, signal);
  const search: Search = { visible, plates, conditions: [], leftOut: [], distinct: true, recurrence: null };
  const inIndex = await countInIndex(store.runner, search, signal);
  if (inIndex !== null) return inIndex;
  if (transits > MOST_OF_PLANT) return null;
  const partialDays = parts.pieces.map((partialDay) => partialDay.visible);
  return countPlatesOfPlant(store.runner, parts.days, partialDays, signal);
}
