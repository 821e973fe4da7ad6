import type { PopulationAnswer } from './use-population.ts';

/** The classes in the order of pictures and tables. */
export const POPULATION_KINDS = ['residenti', 'pendolari', 'di_passaggio'] as const;
export type PopulationKind = (typeof POPULATION_KINDS)[number];
export type PopulationDay = PopulationAnswer['serie'][number];

/** A class over the counted days. */
export interface PopulationLine {
  readonly kind: PopulationKind;
  /** Mean of the days whose count is published; null: none. */
  readonly mean: number | null;
  /** Mean range of the days that have one; null: none. */
  readonly range: readonly [low: number, high: number] | null;
  /** Mean of the compared days; null: not compared. */
  readonly before: number | null;
}

/** Means of the classes a day, beside those of the compared days. */
export function buildPopulationLines(
  now: Pick<PopulationAnswer, 'serie'>,
  before: Pick<PopulationAnswer, 'serie'> | null,
): readonly PopulationLine[] {
  return POPULATION_KINDS.map((kind) => {
    const ranges = now.serie.flatMap(({ [kind]: one }) =>
      one === null || one.da === null || one.a === null ? [] : [[one.da, one.a] as const],
    );
    const [low, high] = [computeMean(ranges.map(([from]) => from)), computeMean(ranges.map(([, to]) => to))];
    return {
      kind,
      mean: computeMean(listCounts(now, kind)),
      range: low === null || high === null ? null : [low, high],
      before: before === null ? null : computeMean(listCounts(before, kind)),
    };
  });
}

const listCounts = ({ serie }: Pick<PopulationAnswer, 'serie'>, kind: PopulationKind): readonly number[] =>
  serie.flatMap(({ [kind]: one }) => (one === null ? [] : [one.n]));

const computeMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) / values.length);

/** What is said of all days: the shares of foreign plates and of passages that are in no class, and how many days hide a count. */
export function summarisePopulation({ serie }: Pick<PopulationAnswer, 'serie'>): {
  /** Of the days on which both are published; null: none. */
  readonly foreignShare: number | null;
  /** Mean of the days; null: no days. */
  readonly unreadShare: number | null;
  readonly hiddenDays: number;
} {
  const known = serie.flatMap(({ straniere, targhe }) =>
    straniere === null || targhe === null ? [] : [{ straniere, targhe }],
  );
  const plates = known.reduce((sum, { targhe }) => sum + targhe, 0);
  return {
    foreignShare: plates === 0 ? null : known.reduce((sum, { straniere }) => sum + straniere, 0) / plates,
    unreadShare: serie.length === 0 ? null : serie.reduce((sum, one) => sum + one.non_lette, 0) / serie.length,
    hiddenDays: serie.filter((day) => POPULATION_KINDS.some((kind) => day[kind] === null)).length,
  };
}
