// What other subjects use of districts.
export { seenUsers } from './districts.queries.ts';
