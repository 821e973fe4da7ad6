// What other subjects use of analysis.
export { analysisScope, requireGateToGate, toldWindow } from './analysis-scope.ts';
export type { AnalysisScope } from './analysis-scope.ts';
export { newestPart, readsInHours } from './reads-by-hour.ts';
