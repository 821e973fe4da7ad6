// What other subjects use of statistics.
export { countPeriod, splitPeriod } from './count-period.ts';
export { loadNewClasses, selectCountedGates } from './counted-scope.ts';
export { buildDetailFigures } from './statistics.view.ts';
