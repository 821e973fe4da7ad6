// What other subjects use of hand-overs.
export { deleteHandoversBefore } from './handovers.repository.ts';
