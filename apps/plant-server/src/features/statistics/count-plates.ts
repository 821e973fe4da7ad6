import type { StatisticsBy } from '@varco/contract/plant/statistics.ts';
import { countInIndex, resolvePlates, type Search } from '../transits/transits.public.ts';
import { countPlatesByDay, countPlatesOfLines, countPlatesOfPlant } from './gate-figures.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import type { GateDayCell, PeriodParts } from './count-period.ts';

/** Maximum transits whose plates one request may group: about two seconds of work. */
export const MAX_GROUPED_TRANSITS = 2_000_000;
/** The same limit for plate days of the whole plant, which are already grouped. */
const MAX_PLANT_TRANSITS = 20_000_000;

/** Number of distinct plates of a report line. Exact when both bounds are equal. */
export interface PlateBounds {
  readonly min: number;
  readonly max: number;
}

export const getLineKey = ({ gate, day }: Pick<GateDayCell, 'gate' | 'day'>, by: StatisticsBy): string =>
  by === 'varco' ? String(gate) : by === 'giorno' ? day : '';

const exactBounds = (n: number): PlateBounds => ({ min: n, max: n });

/** Bounds from the counted gate days, without reading plates: at least the maximum of any cell, at most the sum. */
function estimateBounds(cells: readonly GateDayCell[]): PlateBounds {
  const counts = cells.map(({ details, sums }) => ({ min: details?.plates ?? 1, max: details?.plates ?? sums.n }));
  return {
    min: counts.reduce((most, { min }) => Math.max(most, min), 0),
    max: counts.reduce((sum, { max }) => sum + max, 0),
  };
}

interface PlateCountRequest {
  readonly store: PlantStore;
  readonly visible: Visibility;
  readonly parts: PeriodParts;
  readonly cells: readonly GateDayCell[];
  readonly signal: AbortSignal;
}

/** Distinct plates of each line: exact where that is affordable, otherwise bounds. */
export async function countPlatesByLine(
  request: PlateCountRequest,
  by: StatisticsBy,
): Promise<ReadonlyMap<string, PlateBounds>> {
  const { store, visible, parts, cells, signal } = request;
  const lines = Map.groupBy(cells, (cell) => getLineKey(cell, by));
  const bounds = new Map([...lines].map(([line, of]) => [line, estimateBounds(of)]));
  const isExact = [...bounds.values()].every(({ min, max }) => min === max);
  if (isExact) return bounds;
  const transits = cells.reduce((sum, { sums }) => sum + sums.n, 0);
  if (visible.gates === null && by === 'giorno' && parts.partialDays.length === 0 && parts.days !== null) {
    const counted = await countPlatesByDay(store.runner, parts.days.first, parts.days.last, signal);
    return new Map(
      [...bounds].map(([line, one]) => [line, counted.has(line) ? exactBounds(counted.get(line) ?? 0) : one]),
    );
  }
  if (visible.gates === null && by === 'totale') {
    const counted = await countPlantPlates(request, transits);
    return counted === null ? bounds : new Map([['', exactBounds(counted)]]);
  }
  if (transits > MAX_GROUPED_TRANSITS) return bounds;
  const counted = await countPlatesOfLines(store.runner, visible, by, signal);
  return new Map([...bounds].map(([line, one]) => [line, exactBounds(counted.get(line) ?? one.min)]));
}

/**
 * Distinct plates at all gates: from the plate index if available, otherwise from the plate days. Null when there are
 * too many.
 */
async function countPlantPlates(
  { store, visible, parts, signal }: PlateCountRequest,
  transits: number,
): Promise<number | null> {
  const plates = await resolvePlates(store, { terms: [], misreads: false, variations: 0 }, signal);
  const search: Search = { visible, plates, conditions: [], excludedIds: [], distinct: true, recurrence: null };
  const inIndex = await countInIndex(store.runner, search, signal);
  if (inIndex !== null) return inIndex;
  if (transits > MAX_PLANT_TRANSITS) return null;
  const partialDays = parts.partialDays.map((partialDay) => partialDay.visible);
  return countPlatesOfPlant(store.runner, parts.days, partialDays, signal);
}
