import type { Account } from '../../settings/registry-account.repository.ts';
import { z } from 'zod';
import { registryLookUp, type RegistryLookUpResponse } from '@varco/contract/registry/look-up.ts';
import { ownerVehicles } from '@varco/contract/registry/owner-vehicles.ts';
import { REGISTRY_HEADERS, vehicleStatus, type RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

import {
  type OutboundClient,
  type OutboundResponse,
  OutboundRefused,
  parseRetryAfter,
} from '@varco/server-kit/outbound/outbound-client.ts';
import type { LookUpRequest } from './ministry-gateway.ts';

/** Maximum size of a response (security rules, part 9). */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Which of the two credentials a response is about. */
export type CredentialScope = 'vpn' | 'ministry';

/** Result of one call. `retryAfterS`: requested by the service; null: not specified. */
export type RegistryReply<Facts> = { readonly kind: 'facts'; readonly facts: Facts } | RegistryFailure;
export type RegistryFailure =
  | { readonly kind: 'congested'; readonly retryAfterS: number | null }
  | { readonly kind: 'locked'; readonly door: CredentialScope; readonly retryAfterS: number | null }
  | { readonly kind: 'refused'; readonly door: CredentialScope }
  /** The request itself is refused, with this code. */
  | { readonly kind: 'said-no'; readonly code: 'not_found' | 'conflict' | 'bad_request' }
  /** No connection, or no response in time. */
  | {
      readonly kind: 'unreachable';
      /** False: no connection was made, so nothing was received. */ readonly isSent: boolean;
    }
  /** An unusable response: an error of the service, an HTML page, a truncated document, or data of another plate. */
  | { readonly kind: 'broken'; readonly retryAfterS: number | null; readonly isMaintenance: boolean };

export interface RegistryAddress {
  /** Origin of the registry. */
  readonly url: string;
  readonly vpn: Account;
  readonly ministry: Account;
  readonly timeoutMs: number;
  readonly outbound: OutboundClient;
}

const RegistryErrorBody = z.object({ error: z.object({ code: z.string(), sub_code: z.string().nullish() }) });

/** Registry data of a plate; null: the registry does not know it. Never throws. */
export const requestVehicle = (
  address: RegistryAddress,
  plate: string,
  signal: AbortSignal,
): Promise<RegistryReply<RegistryVehicleFacts | null>> =>
  postToRegistry(address, vehicleStatus.path, { plate }, signal, (body) => {
    const answer = vehicleStatus.response.safeParse(body);
    // Data of another plate must never be shown as this one's.
    return answer.success && answer.data.plate === plate ? { facts: answer.data.vehicle } : null;
  });

/** Plates registered to an owner. Never throws. */
export const requestOwnerVehicles = (
  address: RegistryAddress,
  owner: string,
  signal: AbortSignal,
): Promise<RegistryReply<readonly string[]>> =>
  postToRegistry(address, ownerVehicles.path, { owner }, signal, (body) => {
    const answer = ownerVehicles.response.safeParse(body);
    return answer.success && answer.data.owner === owner ? { facts: answer.data.plates } : null;
  });

/** A look-up made by a user. Never throws; ends after the time limit. */
export const requestLookUp = (
  address: RegistryAddress,
  { question, chargeId, isReplayOnly: isRecall }: Omit<LookUpRequest, 'beforeSending'>,
): Promise<RegistryReply<RegistryLookUpResponse>> =>
  postToRegistry(
    address,
    registryLookUp.path,
    { ...question, charge_id: chargeId, only_if_charged: isRecall },
    new AbortController().signal,
    (body) => {
      const answer = registryLookUp.response.safeParse(body);
      // A response to another request must never be shown as this one's.
      const isOurs = answer.success && answer.data.kind === question.kind && answer.data.key === question.key.value;
      return isOurs ? { facts: answer.data } : null;
    },
  );

/**
 * One HTTP call without redirects, with a time limit and at most 1 MiB of response; never throws. `read` returns null when
 * the body is not a valid response to this request.
 */
async function postToRegistry<Facts>(
  address: RegistryAddress,
  path: string,
  requestBody: object,
  signal: AbortSignal,
  read: (body: unknown) => { readonly facts: Facts } | null,
): Promise<RegistryReply<Facts>> {
  let response: OutboundResponse;
  try {
    response = await address.outbound.request(new URL(path, address.url).href, {
      method: 'POST',
      headers: buildRegistryHeaders(address),
      body: JSON.stringify(requestBody),
      timeoutMs: address.timeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      signal,
    });
  } catch (error) {
    if (error instanceof OutboundRefused && error.message === 'too long')
      return { kind: 'broken', retryAfterS: null, isMaintenance: false };
    return { kind: 'unreachable', isSent: !isConnectionRefused(error) };
  }
  const body = parseJsonBody(response);
  const retryAfterS = parseRetryAfter(response.header('retry-after'));
  if (response.status !== 200) return toRegistryFailure(response.status, body, retryAfterS);
  const answer = read(body);
  return answer === null
    ? { kind: 'broken', retryAfterS, isMaintenance: false }
    : { kind: 'facts', facts: answer.facts };
}

/** The connection was refused, so certainly nothing was received. */
function isConnectionRefused(error: unknown): boolean {
  if (error instanceof OutboundRefused) return true;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'].includes(String(Reflect.get(Object(error), 'code')));
}

const buildRegistryHeaders = ({ vpn, ministry }: RegistryAddress): Record<string, string> => ({
  'content-type': 'application/json',
  [REGISTRY_HEADERS.vpnUser]: vpn.user,
  [REGISTRY_HEADERS.vpnPassword]: vpn.password,
  [REGISTRY_HEADERS.ministryUser]: ministry.user,
  [REGISTRY_HEADERS.ministryPassword]: ministry.password,
});

/**
 * Maps an error response. Everything that may mean refused credentials stops further calls: being too cautious costs some
 * checks, being too bold could lock the account.
 */
function toRegistryFailure(status: number, body: unknown, retryAfterS: number | null): RegistryFailure {
  const parsed = RegistryErrorBody.safeParse(body);
  const code = parsed.success ? parsed.data.error.code : '';
  const sub = (parsed.success ? parsed.data.error.sub_code : null) ?? '';
  const client: CredentialScope = sub.startsWith('vpn') ? 'vpn' : 'ministry';
  if (code === 'user_not_enabled' && sub.endsWith('_locked')) return { kind: 'locked', door: client, retryAfterS };
  if (status === 401 || status === 403) return { kind: 'refused', door: client };
  if (status === 429 || (status === 503 && sub === 'congested')) return { kind: 'congested', retryAfterS };
  if (code === 'not_found' || code === 'conflict' || code === 'bad_request') return { kind: 'said-no', code };
  return { kind: 'broken', retryAfterS, isMaintenance: sub === 'maintenance' };
}

/** The body as JSON; undefined when it is not JSON. */
function parseJsonBody({ header, bytes }: OutboundResponse): unknown {
  if (header('content-type')?.startsWith('application/json') !== true) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
