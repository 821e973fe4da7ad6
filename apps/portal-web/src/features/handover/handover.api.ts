import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/handovers.ts';
import { type PlantFault, runOnPlants } from '../../lib/plants/plant-faults.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Root of the keys of every query here: what is done on one plant changes lists, items and the badge together. */
export const HANDOVER_QUERIES = ['handover'] as const;
const WAITING_EVERY_MS = 60_000;

export const openItemsQuery = (peerId: number) =>
  queryOptions({
    queryKey: [...HANDOVER_QUERIES, 'open', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.readOpenItems, {}, { signal }),
    retry: false,
  });

export const handoversQuery = (peerId: number) =>
  queryOptions({
    queryKey: [...HANDOVER_QUERIES, 'list', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.listHandovers, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

export const handoverQuery = (peerId: number, id: string) =>
  queryOptions({
    queryKey: [...HANDOVER_QUERIES, 'one', peerId, id],
    queryFn: ({ signal }) => callPeer(peerId, api.getHandover, { params: { id } }, { signal }),
    retry: false,
  });

/** Asked every minute while the page is visible; not logged, because it names nothing. */
export const waitingQuery = (peerId: number) =>
  queryOptions({
    queryKey: [...HANDOVER_QUERIES, 'waiting', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.countWaitingHandovers, {}, { signal, isPolling: true }),
    refetchInterval: WAITING_EVERY_MS,
    retry: false,
  });

/** What one plant is to record. `to` null: whoever takes the next shift. */
export interface PlantGiving {
  readonly peerId: number;
  readonly to: string | null;
  readonly notes: readonly { readonly tipo: api.HandoverKind; readonly id: string; readonly nota: string }[];
}

/** Text and plants of a hand-over; `batch` is the same when it is repeated. */
export interface Giving {
  readonly batch: string;
  readonly note: string;
  readonly plants: readonly string[];
  readonly missing: readonly string[];
}

/** Hands over on several plants. Repeated with the same batch, plants that have it already change nothing. */
export const giveOnPlants = (
  parts: readonly PlantGiving[],
  { batch, note, plants, missing }: Giving,
): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, ({ peerId, to, notes }) =>
    callPeer(peerId, api.makeHandover, {
      body: { lotto: batch, a: to, nota: note, impianti: [...plants], mancanti: [...missing], note: [...notes] },
    }),
  );

interface StoredPart {
  readonly peerId: number;
  readonly summary: { readonly id: string };
}

export const signOnPlants = (parts: readonly StoredPart[]): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, ({ peerId, summary }) => callPeer(peerId, api.signHandover, { params: { id: summary.id } }));

export const withdrawOnPlants = (parts: readonly StoredPart[]): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, ({ peerId, summary }) => callPeer(peerId, api.withdrawHandover, { params: { id: summary.id } }));
