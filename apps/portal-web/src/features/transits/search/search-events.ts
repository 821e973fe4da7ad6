import type { TransitPage } from '@varco/contract/plant/transits.ts';
import type { ChunkRequest, FailureKind } from '@varco/domain/federation/merge.ts';
import type { SearchOrder } from '@varco/domain/federation/order.ts';
import type { SearchFilter } from './search-filter.ts';
import type { SearchState } from './search-state.ts';

/** What happens to a search: an action of the user, a response of a plant, or the end of a wait. */
export type SearchEvent =
  | {
      readonly type: 'run';
      readonly filter: SearchFilter;
      readonly peerIds: readonly number[];
      readonly order?: SearchOrder;
      /** Enter or the search button: nothing more is to come, so the plants are called at once. */
      readonly isSubmitted?: boolean;
    }
  | { readonly type: 'sort'; readonly field: string }
  | { readonly type: 'abort' | 'freeze' | 'accept-late-rows' | 'debounce-ended' | 'pause-ended' }
  | { readonly type: 'retry'; readonly peerId: number }
  | { readonly type: 'pick-plant'; readonly peerId: number | null }
  | { readonly type: 'go-to-page'; readonly page: number }
  | { readonly type: 'rows-received'; readonly request: ChunkRequest; readonly page: TransitPage }
  /** `failure` null: the client itself cancelled the call. */
  | { readonly type: 'rows-failed'; readonly plantId: string; readonly failure: FailureKind | null }
  /** `count` null: the call failed, and the total stays a lower bound. */
  | { readonly type: 'count-ended'; readonly plantId: string; readonly count: number | null };

/** What the session must do after an event, in this order. */
export type SearchEffect =
  /** Cancel all calls and the pending wait, and release the images. */
  | { readonly type: 'cancel' }
  /** Report `next` after `ms`. Replaces the pending wait. */
  | { readonly type: 'wait'; readonly ms: number; readonly next: 'debounce-ended' | 'pause-ended' }
  | { readonly type: 'fetch-rows'; readonly requests: readonly ChunkRequest[] }
  | { readonly type: 'fetch-counts'; readonly plantIds: readonly string[] }
  /** Images are not loaded while an empty page waits for its first rows. */
  | { readonly type: 'hold-images' | 'release-images' };

/** Wall clock, and the monotonic clock in milliseconds, at the moment of the event. */
export interface SearchClock {
  readonly now: string;
  readonly elapsed: number;
}

export interface SearchStep {
  readonly state: SearchState;
  readonly effects: readonly SearchEffect[];
}
