import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import type { FailureKind } from '@varco/domain/federation/merge.ts';
import { type QueryClient, type UseQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, isAbort } from '../api/api-error.ts';
import { callPlant } from './plant-sessions.ts';

const QUERY_ROOT = 'plant';

/**
 * Query options for one plant, with separate key, state and error. Cancelling aborts the call, which stops the
 * statement on the plant. Not retried automatically: the failure is shown and the user can retry.
 * @param about distinguishes calls to the same endpoint; stays in memory
 */
export function createPlantQuery<E extends Endpoint>(
  credentialId: string,
  endpoint: E,
  input: CallInput<E>,
  about: readonly unknown[] = [input],
): UseQueryOptions<CallOutput<E>, Error, CallOutput<E>, readonly unknown[]> {
  return queryOptions({
    queryKey: [QUERY_ROOT, endpoint.id, credentialId, ...about] as readonly unknown[],
    queryFn: ({ signal }) => callPlant(credentialId, endpoint, input, { signal }),
    retry: false,
  });
}

/** Query options for several plants, for `useQueries`. */
export function createPlantQueries<E extends Endpoint>(
  credentialIds: readonly string[],
  endpoint: E,
  inputOf: (credentialId: string) => CallInput<E>,
): UseQueryOptions<CallOutput<E>, Error, CallOutput<E>, readonly unknown[]>[] {
  return credentialIds.map((id) => createPlantQuery(id, endpoint, inputOf(id)));
}

/** Cancels the running queries of an endpoint, for all plants or one. Aborted calls are silent. */
export function cancelPlantQueries(client: QueryClient, endpoint: Endpoint, credentialId?: string): Promise<void> {
  return client.cancelQueries({ queryKey: buildPlantQueryKey(endpoint, credentialId) });
}

/** Repeats the query of one plant. */
export function retryPlantQuery(client: QueryClient, endpoint: Endpoint, credentialId: string): Promise<void> {
  return client.refetchQueries({ queryKey: buildPlantQueryKey(endpoint, credentialId) });
}

/** Marks the answers of an endpoint as out of date on all plants; those shown are asked for again. */
export function invalidatePlantQueries(client: QueryClient, endpoint: Endpoint): Promise<void> {
  return client.invalidateQueries({ queryKey: buildPlantQueryKey(endpoint, undefined) });
}

const buildPlantQueryKey = (endpoint: Endpoint, credentialId: string | undefined): readonly string[] =>
  credentialId === undefined ? [QUERY_ROOT, endpoint.id] : [QUERY_ROOT, endpoint.id, credentialId];

/** Failure kind of an error for a federated search; null: cancelled by the client. */
export function toFailureKind(error: unknown): FailureKind | null {
  if (isAbort(error)) return null;
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (subCode === 'timeout' || subCode === 'statement_timeout') return 'timeout';
  if (subCode === 'network') return 'unreachable';
  if (code === 'reason_required') return 'reason_required';
  if (subCode === 'daily_rows') return 'daily_rows';
  if (status === 403) return 'no_perms';
  if (status === 401) return 'session';
  return code === 'unavailable' && status < 500 ? 'bad_answer' : 'other';
}
