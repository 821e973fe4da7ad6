import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/person-requests.ts';
import * as restrictions from '@varco/contract/plant/person-restrictions.ts';
import { type PlantFault, runOnPlants } from '../../lib/plants/plant-faults.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { countRestricted, type RequestPart } from './person-batches.ts';

/** Root of the keys of every query here: what is done on one plant changes list and badge together. */
export const REQUEST_QUERIES = ['person-requests'] as const;
const DUE_EVERY_MS = 600_000;

export const requestsQuery = (peerId: number) =>
  queryOptions({
    queryKey: [...REQUEST_QUERIES, 'list', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.listPersonRequests, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

/** Read every ten minutes while the page is visible; not logged, because it names nothing. */
export const dueQuery = (peerId: number) =>
  queryOptions({
    queryKey: [...REQUEST_QUERIES, 'due', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.countDuePersonRequests, {}, { signal, isPolling: true }),
    refetchInterval: DUE_EVERY_MS,
    retry: false,
  });

export type EnteredRequest = CallInput<typeof api.addPersonRequest>['body'];

/** Enters a request on several plants. Repeated with the same `lotto`, plants that have it already change nothing. */
export const addOnPlants = (peerIds: readonly number[], body: EnteredRequest): Promise<readonly PlantFault[]> =>
  runOnPlants(
    peerIds.map((peerId) => ({ peerId })),
    ({ peerId }) => callPeer(peerId, api.addPersonRequest, { body }),
  );

const toParams = ({ request: { id } }: RequestPart) => ({ id });

export const proveOnPlants = (parts: readonly RequestPart[], prova: string): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) =>
    callPeer(part.peerId, api.provePersonIdentity, { params: toParams(part), body: { prova } }),
  );

export const extendOnPlants = (parts: readonly RequestPart[], motivo: string): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) =>
    callPeer(part.peerId, api.extendPersonRequest, { params: toParams(part), body: { motivo } }),
  );

export type Ending = CallInput<typeof api.endPersonRequest>['body'];

export const endOnPlants = (parts: readonly RequestPart[], body: Ending): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) => callPeer(part.peerId, api.endPersonRequest, { params: toParams(part), body }));

/** What one plant found. */
export interface PlantFound {
  readonly peerId: number;
  readonly found: CallOutput<typeof api.searchPersonRequest>;
}

/** Searches on several plants; a plant that fails is among the faults. */
export async function searchOnPlants(
  parts: readonly RequestPart[],
): Promise<{ readonly found: readonly PlantFound[]; readonly faults: readonly PlantFault[] }> {
  const found: PlantFound[] = [];
  const faults = await runOnPlants(parts, async (part) => {
    const answer = await callPeer(part.peerId, api.searchPersonRequest, { params: toParams(part) });
    found.push({ peerId: part.peerId, found: answer });
  });
  const order = parts.map(({ peerId }) => peerId);
  return { found: found.toSorted((a, b) => order.indexOf(a.peerId) - order.indexOf(b.peerId)), faults };
}

type CountTransits = (part: RequestPart) => number;

/** Deletes on several plants what the search found there, or what is restricted there. */
export const eraseOnPlants = (parts: readonly RequestPart[], countOf: CountTransits): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) =>
    callPeer(part.peerId, api.erasePersonData, { params: toParams(part), body: { transiti: countOf(part) } }),
  );

/** Restricts on several plants what the search found there. */
export const restrictOnPlants = (
  parts: readonly RequestPart[],
  countOf: CountTransits,
): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) =>
    callPeer(part.peerId, restrictions.restrictPersonData, {
      params: toParams(part),
      body: { transiti: countOf(part) },
    }),
  );

export const announceOnPlants = (parts: readonly RequestPart[], motivo: string): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) =>
    callPeer(part.peerId, restrictions.announceLift, { params: toParams(part), body: { motivo } }),
  );

/** Lifts on several plants what is restricted there. */
export const liftOnPlants = (parts: readonly RequestPart[]): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, (part) =>
    callPeer(part.peerId, restrictions.liftRestriction, {
      params: toParams(part),
      body: { transiti: countRestricted(part) },
    }),
  );

export const readRestrictionNotice = (part: RequestPart): Promise<CallOutput<typeof api.writePersonLetter>> =>
  callPeer(part.peerId, restrictions.writeRestrictionNotice, { params: toParams(part) });

export const readLetter = (part: RequestPart): Promise<CallOutput<typeof api.writePersonLetter>> =>
  callPeer(part.peerId, api.writePersonLetter, { params: toParams(part) });
