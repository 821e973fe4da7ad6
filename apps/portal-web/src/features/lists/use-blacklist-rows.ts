import { useQueries } from '@tanstack/react-query';
import type { BlacklistFilter } from '@varco/contract/plant/blacklist.ts';
import { useEffect, useReducer } from 'react';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel } from '../../lib/plants/use-plants.ts';
import { blacklistPageQuery } from './blacklist.api.ts';
import { type ListedEntry, type ListOrder, MERGED_PAGE_SIZE, mergeRows, formatOrder } from './merged-list.ts';

/** Rows of one plant's list, or of several merged. */
export interface BlacklistRows {
  readonly rows: readonly ListedEntry[];
  /** Total number of entries on the plants that answered. */
  readonly count: number;
  readonly isLoading: boolean;
  readonly failed: readonly PlantSession[];
  /** Pages of a single plant; null for merged plants. */
  readonly pageCount: number | null;
  /** Merged plants have further rows. */
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

type LoadedPages = { readonly queryKey: string; readonly pagesByPlant: Readonly<Record<string, number>> };

/**
 * One plant: pages of 100. Several plants: 20 rows of each at a time; the list continues as far as its order is final
 * (readings TA39).
 */
export function useBlacklistRows(of: {
  readonly plants: readonly PlantSession[];
  readonly isMerged: boolean;
  readonly filter: BlacklistFilter;
  readonly order: ListOrder;
  readonly page: number;
}): BlacklistRows {
  const { plants, isMerged, filter, order, page } = of;
  const about = JSON.stringify([filter, order, plants.map(({ credentialId }) => credentialId)]);
  const [stored, more] = useReducer(
    (before: LoadedPages, requested: readonly string[]): LoadedPages => {
      const known = before.queryKey === about ? before.pagesByPlant : {};
      return {
        queryKey: about,
        pagesByPlant: { ...known, ...Object.fromEntries(requested.map((id) => [id, (known[id] ?? 1) + 1])) },
      };
    },
    { queryKey: about, pagesByPlant: {} },
  );
  const steps = stored.queryKey === about ? stored.pagesByPlant : {};
  const common = { ...filter, order_by: formatOrder(order) };
  const requested: readonly { readonly plant: PlantSession; readonly filter: BlacklistFilter }[] = plants.flatMap(
    (plant): { plant: PlantSession; filter: BlacklistFilter }[] =>
      isMerged
        ? Array.from({ length: steps[plant.credentialId] ?? 1 }, (_, at) => ({
            plant,
            filter: { ...common, offset: at * MERGED_PAGE_SIZE, limit: MERGED_PAGE_SIZE },
          }))
        : [{ plant, filter: { ...common, paginate: true, p: page, page_size: 100 } }],
  );
  const found = useQueries({
    queries: requested.map((one) => blacklistPageQuery(one.plant.credentialId, one.filter)),
  });
  const perPlant = plants.map((plant) => {
    const parts = found.filter((_, at) => requested[at]?.plant === plant);
    const last = parts.at(-1)?.data;
    return {
      plant,
      credentialId: plant.credentialId,
      rows: parts.flatMap(({ data }) => data?.objects ?? []).map((entry) => toListedEntry(plant, entry)),
      count: parts[0]?.data?.pagination.count ?? 0,
      hasMore: isMerged && last?.pagination.has_next === true,
      isFailed: parts.some(({ isError }) => isError),
    };
  });
  const merged = mergeRows(perPlant, order);
  const failed = perPlant.filter(({ isFailed }) => isFailed).map(({ plant }) => plant);
  useListFailureNotice(failed.map(({ credentialId }) => credentialId).join(' '));
  return {
    rows: merged.rows,
    count: perPlant.reduce((sum, { count }) => sum + count, 0),
    isLoading: found.some(({ isPending }) => isPending),
    failed,
    pageCount: isMerged ? null : Math.max(1, Math.ceil((perPlant[0]?.count ?? 0) / 100)),
    hasMore: merged.next.length > 0,
    loadMore: () => more(merged.next),
    retry: () => void Promise.all(found.filter(({ isError }) => isError).map((one) => one.refetch())),
  };
}

const toListedEntry = (plant: PlantSession, entry: ListedEntry['entry']): ListedEntry => ({
  entry,
  peerId: plant.peerId,
  credentialId: plant.credentialId,
  peerLabel: getPlantLabel(plant),
  peerCode: getPlantCode(plant),
  peerUrl: plant.origin ?? '',
});

/** NOTIF-33: notifies once per set of plants that failed. */
function useListFailureNotice(failed: string): void {
  useEffect(() => {
    if (failed !== '') notifyCode(10029);
  }, [failed]);
}
