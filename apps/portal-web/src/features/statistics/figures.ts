import type { StatisticsFigures } from '@varco/contract/plant/statistics.ts';
import { type Infringement, VEHICLE_CLASSES, type VehicleClass } from '@varco/domain/lists.ts';

/** A number of a line. */
export interface Figure {
  readonly min: number;
  /** Above `min`: only bounds are known. */
  readonly max: number;
  /** Transits that were checked; null: the number does not follow from a check. */
  readonly of: number | null;
}

export const FIGURE_SETS = ['controls', 'classes', 'euro'] as const;
export type FigureSet = (typeof FIGURE_SETS)[number];

/** What of a search finds the transits behind a number; its names are those of the search filter. */
export interface RowsBehind {
  readonly isDistinct?: boolean;
  readonly national?: 'foreign';
  readonly infringements?: readonly Infringement[];
  readonly vehicleTypes?: readonly VehicleClass[];
}

export interface FigureColumn {
  readonly id: string;
  /** Null: hidden from this person, or not known. */
  readonly of: (figures: StatisticsFigures) => Figure | null;
  /** Null: no filter of the search tells these transits. */
  readonly rows: RowsBehind | null;
}

const exact = (n: number | null): Figure | null => (n === null ? null : { min: n, max: n, of: null });
const checked = ({ n, su }: { n: number | null; su: number | null }): Figure | null =>
  n === null ? null : { min: n, max: n, of: su };

const CONTROLS: readonly FigureColumn[] = [
  { id: 'transits', of: ({ transiti }) => exact(transiti), rows: {} },
  {
    id: 'plates',
    of: ({ targhe_min: min, targhe_max: max }) => (min === null || max === null ? null : { min, max, of: null }),
    rows: { isDistinct: true },
  },
  { id: 'foreign', of: ({ straniere }) => exact(straniere), rows: { national: 'foreign' } },
  { id: 'uninsured', of: ({ non_assicurate: one }) => checked(one), rows: { infringements: ['NA'] } },
  { id: 'uninspected', of: ({ non_revisionate: one }) => checked(one), rows: { infringements: ['NR'] } },
  { id: 'stolen', of: ({ rubate: one }) => checked(one), rows: { infringements: ['RUB'] } },
  { id: 'blacklist', of: ({ blacklist }) => exact(blacklist), rows: { infringements: ['BL'] } },
];

const CLASSES: readonly FigureColumn[] = VEHICLE_CLASSES.map((one) => ({
  id: one,
  of: ({ classi }) => exact(classi.find(({ classe }) => classe === one)?.n ?? 0),
  rows: { vehicleTypes: [one] },
}));

const EURO: readonly FigureColumn[] = [0, 1, 2, 3, 4, 5, 6, null].map((one) => ({
  id: one === null ? 'unknown' : `euro${one}`,
  of: (figures) => exact(figures.euro.find(({ euro }) => euro === one)?.n ?? 0),
  rows: null,
}));

const COLUMNS: Readonly<Record<FigureSet, readonly FigureColumn[]>> = {
  controls: CONTROLS,
  classes: CLASSES,
  euro: EURO,
};

/** Columns of a table of figures. */
export const columnsOf = (set: FigureSet): readonly FigureColumn[] => COLUMNS[set];

const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
const both = (a: StatisticsFigures['rubate'], b: StatisticsFigures['rubate']): StatisticsFigures['rubate'] => ({
  n: plus(a.n, b.n),
  su: plus(a.su, b.su),
});

function summed<K extends string | number | null>(
  rows: readonly (readonly [K, number])[],
): readonly (readonly [K, number])[] {
  const sums = new Map<K, number>();
  for (const [key, n] of rows) sums.set(key, (sums.get(key) ?? 0) + n);
  return [...sums];
}

/**
 * Figures of two lines together. A vehicle may have been on both plants: their different plates are at least those of the greater, at most
 * the sum of both.
 */
export function addFigures(a: StatisticsFigures, b: StatisticsFigures): StatisticsFigures {
  const least = a.targhe_min === null ? b.targhe_min : Math.max(a.targhe_min, b.targhe_min ?? 0);
  return {
    transiti: a.transiti + b.transiti,
    targhe_min: least,
    targhe_max: plus(a.targhe_max, b.targhe_max),
    straniere: a.straniere + b.straniere,
    non_assicurate: both(a.non_assicurate, b.non_assicurate),
    non_revisionate: both(a.non_revisionate, b.non_revisionate),
    rubate: both(a.rubate, b.rubate),
    blacklist: plus(a.blacklist, b.blacklist),
    contati: a.contati + b.contati,
    classi: summed([...a.classi, ...b.classi].map(({ classe, n }) => [classe, n] as const)).map(([classe, n]) => ({
      classe,
      n,
    })),
    euro: summed([...a.euro, ...b.euro].map(({ euro, n }) => [euro, n] as const)).map(([euro, n]) => ({ euro, n })),
  };
}

/** A line without transits. */
export const NO_FIGURES: StatisticsFigures = {
  transiti: 0,
  targhe_min: 0,
  targhe_max: 0,
  straniere: 0,
  non_assicurate: { n: 0, su: 0 },
  non_revisionate: { n: 0, su: 0 },
  rubate: { n: 0, su: 0 },
  blacklist: 0,
  contati: 0,
  classi: [],
  euro: [],
};

/** Change from before to now; null where either is known by its bounds only, or not at all. Share null: there was nothing before. */
export function changeOf(
  now: Figure | null,
  before: Figure | null,
): { readonly by: number; readonly share: number | null } | null {
  if (now === null || before === null || now.min !== now.max || before.min !== before.max) return null;
  const by = now.min - before.min;
  return { by, share: before.min === 0 ? null : by / before.min };
}
