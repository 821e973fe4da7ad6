import { POPULATION_CLASSES, POPULATION_VERSION, type PopulationClass } from '@varco/domain/charts/population.ts';
import { CLASS_OF_HABIT, type Habit } from '@varco/sim/population.ts';
import { formatTable } from '../report/table.ts';
import { computePercentile } from '../stats.ts';
import { listRatios, type PopulationQuality } from './population-quality.ts';

const NAMES: Readonly<Record<PopulationClass, string>> = {
  resident: 'residents',
  commuter: 'commuters',
  passer_by: 'passers-by',
};
const formatPercent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

/** Prints how far the counts of the population are off: the ratios from which the ranges come, then errors by habit and nation. */
export function printPopulation(qualities: readonly PopulationQuality[]): void {
  const byShare = Map.groupBy(qualities, ({ unreadShare }) => unreadShare);
  console.log(`\nPopulation, ${POPULATION_VERSION}: true number divided by the counted one, by day`);
  console.log(
    formatTable([
      ['not fully read, of', 'class', 'days', 'p5', 'median', 'p95'],
      ...[...byShare].flatMap(([share, own]) =>
        (['plant', 'gate'] as const).flatMap((scope) =>
          POPULATION_CLASSES.map((kind) => {
            const ratios = listRatios(own, scope, kind);
            const percentiles = [0.05, 0.5, 0.95].map((at) => computePercentile(ratios, at).toFixed(2));
            return [`${share * 100} %, ${scope}`, NAMES[kind], String(ratios.length), ...percentiles];
          }),
        ),
      ),
    ]),
  );
  const [best = []] = byShare.values();
  printHabits(best);
}

/** Where the vehicle days of each habit were counted, with the fewest passages that were not read. */
function printHabits(qualities: readonly PopulationQuality[]): void {
  console.log(
    `\nCounted as, vehicle days by habit (${formatPercent(qualities[0]?.unreadShare ?? 0, 1)} not fully read)`,
  );
  console.log(
    formatTable([
      ['habit', 'truly', 'vehicle days', ...POPULATION_CLASSES.map((kind) => NAMES[kind])],
      ...(Object.keys(CLASS_OF_HABIT) as Habit[]).map((habit) => {
        const counts = POPULATION_CLASSES.map((kind) =>
          qualities.reduce((sum, { habits }) => sum + (habits.get(habit)?.[kind] ?? 0), 0),
        );
        const total = counts.reduce((sum, n) => sum + n, 0);
        return [habit, NAMES[CLASS_OF_HABIT[habit]], String(total), ...counts.map((n) => formatPercent(n, total))];
      }),
    ]),
  );
  console.log('\nCounted in another class than the true one, vehicle days by nation of the plate');
  console.log(
    formatTable([
      ['plates', 'vehicle days', 'wrong'],
      ...(['italian', 'foreign'] as const).map((nation) => {
        const sum = (of: 'n' | 'wrong'): number => qualities.reduce((total, one) => total + one.nations[nation][of], 0);
        return [nation, String(sum('n')), formatPercent(sum('wrong'), sum('n'))];
      }),
    ]),
  );
}
