import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import type { ChunkRequest, receiveChunk } from '@varco/domain/federation/merge.ts';
import { type SearchOrder, formatOrder } from '@varco/domain/federation/order.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import type { SearchFilter } from './search-filter.ts';

interface WiredSearch {
  readonly filter: SearchFilter;
  readonly order: SearchOrder;
  /** Instant the search refers to. */
  readonly startedAt: string;
}

/** Converts a search to the wire query of one plant, without a page. */
export const toWireSearch = ({ filter, order, startedAt }: WiredSearch, plantId: string): TransitFilter => ({
  ...toWireFilter(filter, startedAt, Number(plantId)),
  order_by: formatOrder(order),
});

/**
 * Converts a chunk request of the merge to the wire query of one plant. Pages after the first continue after the last
 * received row (ADR 0006); the offset is sent too and gives the position of the page.
 */
export function toWireQuery(
  search: WiredSearch,
  { plantId, offset, size, refTime, afterId }: ChunkRequest,
): TransitFilter {
  const paging =
    offset === 0
      ? { p: 1 }
      : {
          offs: offset,
          ...(refTime === null ? {} : { ref_time: refTime }),
          ...(afterId === null ? {} : { after_id: afterId }),
        };
  return { ...toWireSearch(search, plantId), page_size: size, ...paging };
}

/** Converts a plant's response to the form the merge expects. */
export const toMergeChunk = (
  request: ChunkRequest,
  page: TransitPage,
): Parameters<typeof receiveChunk<Transit>>[2] => ({
  offset: request.offset,
  requestedSize: request.size,
  rows: page.objects,
  hasNext: page.pagination.has_next,
  count: page.pagination.count,
  limitations: page.limitations,
  newestRead: page.newest_read,
});
