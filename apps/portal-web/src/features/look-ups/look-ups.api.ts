import { queryOptions } from '@tanstack/react-query';
import {
  exportLookUps,
  getLookUp,
  type RunLookUpResponse,
  lookUpCosts,
  type LookUpObject,
  runLookUp,
  searchLookUps,
} from '@varco/contract/plant/look-ups.ts';
import type { LookUpRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { LookUpRequestFields } from './look-up-form.ts';

/** PLAPI-38: an earlier paid look-up with the same request; null: none, or the check failed (VIS-34). */
export async function findStoredLookUp(
  peerId: number,
  { tipo_veicolo: vehicle, ...question }: LookUpRequestFields,
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
export function sendLookUp(
  peerId: number,
  question: LookUpRequestFields,
  press: { readonly idempotencyKey: string; readonly isPaid: boolean; readonly isStored: boolean },
  signal: AbortSignal,
): Promise<RunLookUpResponse> {
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

const toHistoryBody = ({ from, to, like, request, isPaid }: HistoryFilter) => ({
  ...(from === '' ? {} : { da: from }),
  ...(to === '' ? {} : { a: to }),
  ...(like === '' ? {} : { campo_ricerca__like: like }),
  ...(request === null ? {} : { tipo_richiesta: request }),
  ...(isPaid === null ? {} : { pagamento: isPaid }),
});

/** The look-ups of the month of a day. */
export const getMonthFilter = (today: string): HistoryFilter => ({
  from: `${today.slice(0, 7)}-01`,
  to: '',
  like: '',
  request: null,
  isPaid: null,
});

export const lookUpHistoryQuery = (peerId: number, filter: HistoryFilter, page: number) =>
  queryOptions({
    queryKey: ['look-ups', peerId, filter, page],
    queryFn: ({ signal }) =>
      callPeer(peerId, searchLookUps, { body: { ...toHistoryBody(filter), p: page } }, { signal }),
    retry: false,
    staleTime: 0,
  });

export const lookUpCostsQuery = (peerId: number, filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['look-up-costs', peerId, filter],
    queryFn: ({ signal }) => callPeer(peerId, lookUpCosts, { body: toHistoryBody(filter) }, { signal }),
    retry: false,
    staleTime: 0,
  });

/** Opens a stored response; the plant records this access. */
export const openStoredLookUp = (peerId: number, id: string): Promise<RunLookUpResponse> =>
  callPeer(peerId, getLookUp, { params: { id } });

export const exportLookUpHistory = (peerId: number, filter: HistoryFilter) =>
  callPeer(peerId, exportLookUps, { body: toHistoryBody(filter) });
