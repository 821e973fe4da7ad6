// What other subjects use of exports.
export { cancelUnusedExports } from './export-jobs.repository.ts';
