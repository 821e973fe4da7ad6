// What other subjects use of ingest.
export type { IngestFacts, IngestFactsCache } from './ingest-facts.ts';
export { attachPictures } from './attach-pictures.repository.ts';
export { storeValidatedReads, validateReads, type ValidatedRead } from './ingest-reads.ts';
export type { IngestRates } from './ingest-rates.ts';
export type { IngestTally } from './ingest-tally.ts';
export { createStoreReads } from './store-reads.ts';
export {
  findSamePassages,
  type Passage,
  raiseTrackAlerts,
  readTransitPictures,
  readTransitPlates,
} from './later-read.repository.ts';
export { fillTransit } from './fill-transit.repository.ts';
export { insertReads } from './insert-reads.repository.ts';
export { joinColumns, listColumns, restoreTransits } from './restore-transits.repository.ts';
export type { NewRead, PictureHashes } from './new-read.ts';
export { parseReadPlate, toNewRead, validateReadTime } from './validate-read.ts';
export type { ReadRefusal } from './validate-read.ts';
