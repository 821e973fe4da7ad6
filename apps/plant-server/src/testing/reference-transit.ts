import type { NewRead } from '../features/ingest/new-read.ts';

/** A transit of the slow search over a list, with which the results of the server are compared. */
export interface ReferenceTransit extends NewRead {
  readonly id: string;
  readonly ms: number;
  readonly corrected?: string;
}
