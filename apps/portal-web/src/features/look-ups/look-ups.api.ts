import { queryOptions } from '@tanstack/react-query';
import {
  exportLookUps,
  getLookUp,
  type LookUpAnswer,
  lookUpCosts,
  type LookUpObject,
  runLookUp,
  searchLookUps,
} from '@varco/contract/plant/look-ups.ts';
import type { LookUpRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { LookUpQuestion } from './look-up-form.ts';

/** PLAPI-38: an earlier paid look-up with the same request; null: none, or the check failed (VIS-34). */
export async function findStored(
  peerId: number,
  { tipo_veicolo: vehicle, ...question }: LookUpQuestion,
  signal: AbortSignal,
): Promise<LookUpObject | null> {
  try {
    const body = {
      ...question,
      ...(vehicle === null ? {} : { tipo_veicolo: vehicle }),
      search_sources: ['cache' as const],
      pagamento: true,
      page_size: 1,
    };
    const page = await callPeer(peerId, searchLookUps, { body }, { signal });
    return page.objects[0] ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return null;
  }
}

/**
 * Performs a look-up. `isStored`: only return what the plant has stored. A call repeated with the same id is not
 * charged again.
 */
export function askPlant(
  peerId: number,
  question: LookUpQuestion,
  press: { readonly idempotencyKey: string; readonly isPaid: boolean; readonly isStored: boolean },
  signal: AbortSignal,
): Promise<LookUpAnswer> {
  const body = {
    ...question,
    visura_id: press.idempotencyKey,
    search_sources: press.isStored ? ['cache' as const] : ['cache' as const, 'ministero' as const],
    pagamento: press.isPaid && !press.isStored,
  };
  return callPeer(peerId, runLookUp, { body }, { signal });
}

/** Filter of the history. Days as `YYYY-MM-DD`; empty: no limit. */
export interface HistoryFilter {
  readonly from: string;
  readonly to: string;
  readonly like: string;
  readonly request: LookUpRequest | null;
  readonly isPaid: boolean | null;
}

const historyBody = ({ from, to, like, request, isPaid }: HistoryFilter) => ({
  ...(from === '' ? {} : { da: from }),
  ...(to === '' ? {} : { a: to }),
  ...(like === '' ? {} : { campo_ricerca__like: like }),
  ...(request === null ? {} : { tipo_richiesta: request }),
  ...(isPaid === null ? {} : { pagamento: isPaid }),
});

export const historyQuery = (peerId: number, filter: HistoryFilter, page: number) =>
  queryOptions({
    queryKey: ['look-ups', peerId, filter, page],
    queryFn: ({ signal }) => callPeer(peerId, searchLookUps, { body: { ...historyBody(filter), p: page } }, { signal }),
    retry: false,
    staleTime: 0,
  });

export const costsQuery = (peerId: number, filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['look-up-costs', peerId, filter],
    queryFn: ({ signal }) => callPeer(peerId, lookUpCosts, { body: historyBody(filter) }, { signal }),
    retry: false,
    staleTime: 0,
  });

/** Opens a stored response; the plant records this access. */
export const openStored = (peerId: number, id: string): Promise<LookUpAnswer> =>
  callPeer(peerId, getLookUp, { params: { id } });

export const exportHistory = (peerId: number, filter: HistoryFilter) =>
  callPeer(peerId, exportLookUps, { body: historyBody(filter) });
