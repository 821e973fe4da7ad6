import type { StoredTransit } from '../database/sim-database.ts';
import type { TabSearch } from '../web/web-tab-types.ts';

/** What a search should find, fixed when it begins. */
export interface ExpectedSearch {
  readonly wish: TabSearch;
  readonly startedMs: number;
  /** Rows of each plant that were stored when the search began. */
  readonly stored: ReadonlyMap<number, readonly StoredTransit[]>;
  /** Plants the person was signed in to. */
  readonly signedIn: readonly number[];
  /** The person did not wait for all plants. */
  readonly isStopped: boolean;
}
