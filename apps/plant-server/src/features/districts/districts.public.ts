// What other subjects use of districts.
export { readUserVisibility } from './districts.repository.ts';
