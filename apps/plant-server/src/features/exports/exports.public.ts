// What other subjects use of exports.
export { cancelUnusedDelegations } from './export-jobs.repository.ts';
