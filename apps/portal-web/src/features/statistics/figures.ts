import type { StatisticsFigures } from '@varco/contract/plant/statistics.ts';
import { type Infringement, VEHICLE_CLASSES, type VehicleClass } from '@varco/domain/code-lists.ts';

/** A figure of one line. */
export interface Figure {
  readonly min: number;
  /** Greater than `min` if only bounds are known. */
  readonly max: number;
  /** Number of transits that were checked; null: the figure needs no check. */
  readonly of: number | null;
}

export const FIGURE_SETS = ['controls', 'classes', 'euro'] as const;
export type FigureSet = (typeof FIGURE_SETS)[number];

/** Filter fields of the transit search that find the transits behind a number; names as in the search filter. */
export interface TransitFilter {
  readonly isDistinct?: boolean;
  readonly unread?: 'only';
  readonly national?: 'foreign';
  readonly infringements?: readonly Infringement[];
  readonly vehicleTypes?: readonly VehicleClass[];
}

export interface FigureColumn {
  readonly id: string;
  /** Null: hidden from the user, or unknown. */
  readonly of: (figures: StatisticsFigures) => Figure | null;
  /** Null: no search filter finds these transits. */
  readonly rows: TransitFilter | null;
}

const exactFigure = (n: number | null): Figure | null => (n === null ? null : { min: n, max: n, of: null });
const checkedFigure = ({ n, su }: { n: number | null; su: number | null }): Figure | null =>
  n === null ? null : { min: n, max: n, of: su };

const CONTROL_COLUMNS: readonly FigureColumn[] = [
  { id: 'transits', of: ({ transiti }) => exactFigure(transiti), rows: {} },
  {
    id: 'plates',
    of: ({ targhe_min: min, targhe_max: max }) => (min === null || max === null ? null : { min, max, of: null }),
    rows: { isDistinct: true },
  },
  { id: 'unread', of: ({ senza_targa }) => exactFigure(senza_targa), rows: { unread: 'only' } },
  { id: 'foreign', of: ({ straniere }) => exactFigure(straniere), rows: { national: 'foreign' } },
  { id: 'uninsured', of: ({ non_assicurate: one }) => checkedFigure(one), rows: { infringements: ['NA'] } },
  { id: 'uninspected', of: ({ non_revisionate: one }) => checkedFigure(one), rows: { infringements: ['NR'] } },
  { id: 'stolen', of: ({ rubate: one }) => checkedFigure(one), rows: { infringements: ['RUB'] } },
  { id: 'blacklist', of: ({ blacklist }) => exactFigure(blacklist), rows: { infringements: ['BL'] } },
];

const CLASS_COLUMNS: readonly FigureColumn[] = VEHICLE_CLASSES.map((one) => ({
  id: one,
  of: ({ classi }) => exactFigure(classi.find(({ classe }) => classe === one)?.n ?? 0),
  rows: { vehicleTypes: [one] },
}));

const EURO_COLUMNS: readonly FigureColumn[] = [0, 1, 2, 3, 4, 5, 6, null].map((one) => ({
  id: one === null ? 'unknown' : `euro${one}`,
  of: (figures) => exactFigure(figures.euro.find(({ euro }) => euro === one)?.n ?? 0),
  rows: null,
}));

const COLUMNS_BY_SET: Readonly<Record<FigureSet, readonly FigureColumn[]>> = {
  controls: CONTROL_COLUMNS,
  classes: CLASS_COLUMNS,
  euro: EURO_COLUMNS,
};

/** Columns of one set of figures. */
export const getFigureColumns = (set: FigureSet): readonly FigureColumn[] => COLUMNS_BY_SET[set];

const addNullable = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
const addChecked = (a: StatisticsFigures['rubate'], b: StatisticsFigures['rubate']): StatisticsFigures['rubate'] => ({
  n: addNullable(a.n, b.n),
  su: addNullable(a.su, b.su),
});

function sumByKey<K extends string | number | null>(
  rows: readonly (readonly [K, number])[],
): readonly (readonly [K, number])[] {
  const sums = new Map<K, number>();
  for (const [key, n] of rows) sums.set(key, (sums.get(key) ?? 0) + n);
  return [...sums];
}

/**
 * Sums the figures of two plants. A vehicle may have been seen by both, so the number of distinct plates is at least
 * the larger one and at most the sum.
 */
export function addFigures(a: StatisticsFigures, b: StatisticsFigures): StatisticsFigures {
  const least = a.targhe_min === null ? b.targhe_min : Math.max(a.targhe_min, b.targhe_min ?? 0);
  return {
    transiti: a.transiti + b.transiti,
    senza_targa: a.senza_targa + b.senza_targa,
    targhe_min: least,
    targhe_max: addNullable(a.targhe_max, b.targhe_max),
    straniere: a.straniere + b.straniere,
    non_assicurate: addChecked(a.non_assicurate, b.non_assicurate),
    non_revisionate: addChecked(a.non_revisionate, b.non_revisionate),
    rubate: addChecked(a.rubate, b.rubate),
    blacklist: addNullable(a.blacklist, b.blacklist),
    contati: a.contati + b.contati,
    classi: sumByKey([...a.classi, ...b.classi].map(({ classe, n }) => [classe, n] as const)).map(([classe, n]) => ({
      classe,
      n,
    })),
    euro: sumByKey([...a.euro, ...b.euro].map(({ euro, n }) => [euro, n] as const)).map(([euro, n]) => ({ euro, n })),
  };
}

/** Figures of a line without transits. */
export const NO_FIGURES: StatisticsFigures = {
  transiti: 0,
  senza_targa: 0,
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

/**
 * Change between periods; null where either figure is unknown or known only by bounds. `share` null: the earlier figure
 * is 0.
 */
export function computeChange(
  now: Figure | null,
  before: Figure | null,
): { readonly by: number; readonly share: number | null } | null {
  if (now === null || before === null || now.min !== now.max || before.min !== before.max) return null;
  const by = now.min - before.min;
  return { by, share: before.min === 0 ? null : by / before.min };
}
