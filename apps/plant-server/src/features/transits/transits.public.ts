// What other subjects use of transits.
export { fetchTransits, readTransit } from './fetch-transits.repository.ts';
export type { TransitRow } from './fetch-transits.repository.ts';
export { createSinglePage } from './page-start.ts';
export { toCorrection, readCorrection, removeCorrection, writeCorrection } from './plate-corrections.repository.ts';
export { countInIndex } from './search/count-in-index.repository.ts';
export { readNewestInstant, readOldestInstant } from './search/count-transits.repository.ts';
export { nameMatches, resolvePlates } from './search/plate-matches.repository.ts';
export { listNotes } from './list-notes.repository.ts';
export {
  deleteTransitNote,
  insertTransitNote,
  moveTransitNotes,
  toNoteReader,
  toTransitNote,
} from './transit-notes.repository.ts';
export { readTransitDetail } from './transit-detail.ts';
export { toMeasuredMisreads } from './measured-misreads.view.ts';
export { openTransitQuery } from './open-transit-query.ts';
export type { KnownConfusions } from './open-transit-query.ts';
export { describeRange } from './transit-query.ts';
export type { TransitQuery } from './transit-query.ts';
export { toDayNumber, FLAG, tableOfPlate } from './transit-row.ts';
export type { TransitKey } from './transit-row.ts';
export {
  countSearchTransits,
  findTransits,
  readGatesById,
  listLimitations,
  readDisplayRows,
  buildViewContext,
} from './transits.service.ts';
export type { FoundPage, SearchDeps } from './transits.service.ts';
export { toTransit } from './transits.view.ts';
export type { ViewContext } from './transits.view.ts';
export type { Search } from './search/candidate-query.sql.ts';
