import { useQueries } from '@tanstack/react-query';
import { listBrandEntries } from '@varco/contract/plant/brands.ts';
import { useMemo } from 'react';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import type { SelectedBrand } from '../search/search-filter.ts';
import { mergeBrands } from './brand-choices.ts';

/** Brands change rarely, so a cached list stays fresh this long. */
const BRANDS_STALE_MS = 10 * 60_000;

/** Brands and models of the plants, merged, and the number of plants that did not respond. */
export function useBrands(peerIds: readonly number[]): {
  readonly choices: readonly SelectedBrand[];
  readonly failed: number;
} {
  const { data, failed } = useQueries({
    queries: peerIds.map((peerId) => ({
      queryKey: ['brands', peerId],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { by_brand: brands, by_brand_model: models } = await callPeer(peerId, listBrandEntries, {}, { signal });
        return { peerId, entries: [...brands, ...models] };
      },
      staleTime: BRANDS_STALE_MS,
      retry: 1,
    })),
    combine: (answers) => ({
      data: answers.flatMap((answer) => answer.data ?? []),
      failed: answers.filter((answer) => answer.isError).length,
    }),
  });
  return { choices: useMemo(() => mergeBrands(data), [data]), failed };
}
