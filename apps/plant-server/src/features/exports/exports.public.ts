// What other subjects use of exports.
export { cancelUnusedExports, readFailedExports } from './export-jobs.repository.ts';
