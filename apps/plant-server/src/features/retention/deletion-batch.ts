/** One batch: transits before `beforeMs` and not before `fromMs` (absent: no lower limit). Milliseconds. */
export interface DeletionBatch {
  readonly fromMs?: number | undefined;
  readonly beforeMs: number;
  readonly limit: number;
}

/**
 * Number of deleted transits, and where the next batch may start, so that transits under a hold are not scanned again.
 */
export interface DeletedBatch {
  readonly count: number;
  readonly fromMs: number | undefined;
}
