// What other subjects use of retention.
export { countHolds } from './legal-holds.repository.ts';
export { deleteReplacedTransit } from './delete-unread.repository.ts';
export { deleteChosenTransits } from './delete-transits.repository.ts';
export { deleteChosenUnread } from './delete-unread.repository.ts';
export { countPastTerm, type TermRange } from './count-past-term.repository.ts';
