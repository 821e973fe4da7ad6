import type { StatisticsBy } from '@varco/contract/plant/statistics.ts';
import { countInIndex, resolvePlates } from '../transits/transits.public.ts';
import { countPlatesByDay, countPlatesOfLines, countPlatesOfPlant } from './gate-figures.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Visibility } from '../../policy/visible-transits.ts';
import type { Cell, PeriodParts } from './count-period.ts';

/** Transits whose plates are gathered for one question: about two seconds of work. */
export const MOST_GATHERED = 2_000_000;
/** The same for the days of the whole plant, which are gathered already. */
const MOST_OF_PLANT = 20_000_000;

/** Different plates of a line. Equal: exact. */
export interface PlateBounds {
  readonly min: number;
  readonly max: number;
}

export const lineOf = ({ gate, day }: Cell, by: StatisticsBy): string =>
  by === 'varco' ? String(gate) : by === 'giorno' ? day : '';

const exact = (n: number): PlateBounds => ({ min: n, max: n });

/** What the days of gates say of a line without gathering plates: at least those of its busiest cell, at most the sum. */
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

/** Different plates of each line: exact where that is in proportion, else between bounds. */
export async function platesByLine(question: Question, by: StatisticsBy): Promise<ReadonlyMap<string, PlateBounds>> {
  const { store, visible, parts, cells, signal } = question;
  const lines = Map.groupBy(cells, (cell) => lineOf(cell, by));
  const bounds = new Map([...lines].map(([line, of]) => [line, boundsOf(of)]));
  const isSettled = [...bounds.values()].every(({ min, max }) => min === max);
  if (isSettled) return bounds;
  const transits = cells.reduce((sum, { sums }) => sum + sums.n, 0);
  if (visible.gates === null && by === 'giorno' && parts.pieces.length === 0 && parts.days !== null) {
    const counted = await countPlatesByDay(store.runner, parts.days.first, parts.days.last, signal);
    return new Map([...bounds].map(([line, one]) => [line, counted.has(line) ? exact(counted.get(line) ?? 0) : one]));
  }
  if (visible.gates === null && by === 'totale') {
    const counted = await ofPlant(question, transits);
    return counted === null ? bounds : new Map([['', exact(counted)]]);
  }
  if (transits > MOST_GATHERED) return bounds;
  const counted = await countPlatesOfLines(store.runner, visible, by, signal);
  return new Map([...bounds].map(([line, one]) => [line, exact(counted.get(line) ?? one.min)]));
}

/** All gates: from memory where the plate index is there, else from the days of the plates. Null: too many. */
async function ofPlant({ store, visible, parts, signal }: Question, transits: number): Promise<number | null> {
  const plates = await resolvePlates(store, { terms: [], misreads: false, variations: 0 }, signal);
  const search = { visible, plates, conditions: [], leftOut: [], distinct: true, recurrence: null };
  const inIndex = await countInIndex(store.runner, search, signal);
  if (inIndex !== null) return inIndex;
  if (transits > MOST_OF_PLANT) return null;
  const pieces = parts.pieces.map((piece) => piece.visible);
  return countPlatesOfPlant(store.runner, parts.days, pieces, signal);
}
