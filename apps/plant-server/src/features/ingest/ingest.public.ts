// What other subjects use of ingest.
export type { IngestFacts, IngestFactsCache } from './ingest-facts.ts';
export { insertReads } from './insert-reads.repository.ts';
export type { NewRead } from './new-read.ts';
export { toNewRead, validateReadTime } from './validate-read.ts';
export type { ReadRefusal } from './validate-read.ts';
