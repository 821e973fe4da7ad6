// What other subjects use of ingest.
export type { IngestFacts, IngestFactsCache } from './ingest-facts.ts';
export { insertReads } from './insert-reads.ts';
export type { NewRead } from './new-read.ts';
export { toNewRead, validateReadTime } from './read-verdict.ts';
export type { ReadRefusal } from './read-verdict.ts';
