import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AlertFilter, type LiveAlert, searchAlerts } from '@varco/contract/plant/alerts.ts';
import { type ReceivedAlert, toReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

const PAGE_SIZE = 50;
export const HISTORY_KEY = ['alert-history'] as const;

/** One page of one plant; `error` is set when it failed. */
interface PlantPage {
  readonly peerId: number;
  readonly rows: readonly LiveAlert[];
  readonly hasNext: boolean;
  readonly error: unknown;
}

type Cursors = ReadonlyMap<number, { readonly data: string; readonly id: string } | null>;

async function fetchPlantPage(
  peerId: number,
  filter: AlertFilter,
  after: { readonly data: string; readonly id: string } | null,
  signal: AbortSignal,
): Promise<PlantPage> {
  const body = { ...filter, page_size: PAGE_SIZE, ...(after === null ? {} : { dopo: after }) };
  try {
    const { objects, has_next: hasNext } = await callPeer(peerId, searchAlerts, { body }, { signal });
    return { peerId, rows: objects, hasNext, error: null };
  } catch (error) {
    signal.throwIfAborted();
    return { peerId, rows: [], hasNext: false, error };
  }
}

/**
 * History of several plants, one page of each at a time; errors of a plant are returned beside the results of the
 * others.
 */
export const historyQuery = (peerIds: readonly number[], filter: AlertFilter) =>
  infiniteQueryOptions({
    queryKey: [...HISTORY_KEY, peerIds, filter],
    initialPageParam: new Map(peerIds.map((peerId) => [peerId, null])) as Cursors,
    queryFn: ({ pageParam, signal }) =>
      Promise.all([...pageParam].map(([peerId, after]) => fetchPlantPage(peerId, filter, after, signal))),
    getNextPageParam: (last): Cursors | undefined => {
      const next = new Map(
        last.flatMap(({ peerId, rows, hasNext }) => {
          const end = rows.at(-1);
          return hasNext && end !== undefined ? [[peerId, { data: end.data, id: end.id }] as const] : [];
        }),
      );
      return next.size === 0 ? undefined : next;
    },
    retry: false,
    staleTime: 0,
  });

/**
 * Merges the rows of all plants, newest passage first. While a plant has further pages, rows older than its last row
 * are withheld, because rows of that plant may belong between them.
 */
export function mergePlantPages(pages: readonly (readonly PlantPage[])[]): {
  readonly rows: readonly ReceivedAlert[];
  readonly failures: readonly { readonly peerId: number; readonly error: unknown }[];
} {
  const all = pages.flat();
  const rows = all.flatMap(({ peerId, rows: found }) => found.map((alert) => toReceivedAlert(peerId, alert)));
  const lasts = (pages.at(-1) ?? []).flatMap(({ rows: found, hasNext }) => (hasNext ? [found.at(-1)?.data ?? ''] : []));
  const edge = lasts.reduce((latest, at) => (at > latest ? at : latest), '');
  return {
    rows: rows.filter(({ at }) => at >= edge).toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)),
    failures: all.flatMap(({ peerId, error }) => (error === null ? [] : [{ peerId, error }])),
  };
}
