// What other subjects use of analysis.
export {
  openAnalysisScope,
  requireCharts,
  requireGateToGate,
  requirePopulation,
  toInclusiveWindow,
} from './analysis-scope.ts';
export type { AnalysisScope } from './analysis-scope.ts';
export { limitToNewestReads, countReadsByHour } from './reads-by-hour.repository.ts';
