import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import type { ChunkRequest, receiveChunk } from '@varco/domain/federation/merge.ts';
import { type SearchOrder, formatOrder } from '@varco/domain/federation/order.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import type { SearchFilter } from './search-filter.ts';

/**
 * Converts a chunk request of the merge to the wire query of one plant. Pages after the first continue after the last
 * received row (ADR 0006); the offset is sent too and gives the position of the page.
 * @param startedAt instant the search refers to
 */
export function toWireQuery(
  search: { readonly filter: SearchFilter; readonly order: SearchOrder; readonly startedAt: string },
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
  const wire = toWireFilter(search.filter, search.startedAt, Number(plantId));
  return { ...wire, order_by: formatOrder(search.order), page_size: size, ...paging };
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
