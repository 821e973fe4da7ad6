// What other subjects use of retention.
export { countHolds } from './legal-holds.repository.ts';
export { deleteReplacedTransit } from './delete-unread.repository.ts';
export { deleteChosenTransits, takeChosenTransits } from './delete-transits.repository.ts';
export { deleteChosenUnread, takeChosenUnread } from './delete-unread.repository.ts';
export { type HoldableTransit, listNotOnHold, runDeletion } from './legal-holds.repository.ts';
export { TAKEN_TABLES, type TakenTable, type TakenTransit } from './taken-transit.ts';
export { countPastTerm, type TermRange } from './count-past-term.repository.ts';
