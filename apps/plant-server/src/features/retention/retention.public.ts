// What other subjects use of retention.
export { countHolds } from './legal-holds.repository.ts';
export { deleteReplacedTransit } from './delete-unread.repository.ts';
export { countPastTerm, type TermRange } from './count-past-term.repository.ts';
