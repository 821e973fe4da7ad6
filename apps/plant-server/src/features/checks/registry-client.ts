import { z } from 'zod';
import { REGISTRY_HEADERS, vehicleStatus, type VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

/** Most of an answer that is read (security rules, part 9). */
const MOST_BYTES = 1024 * 1024;

export interface Account {
  readonly user: string;
  readonly password: string;
}

/** Which of the two credentials an answer is about. */
export type Door = 'vpn' | 'ministry';

/** What one call came to. `retryAfterS`: as asked for by the other side; null: it did not say. */
export type RegistryReply =
  | { readonly kind: 'facts'; readonly vehicle: VehicleFacts | null }
  | { readonly kind: 'congested'; readonly retryAfterS: number | null }
  | { readonly kind: 'locked'; readonly door: Door; readonly retryAfterS: number | null }
  | { readonly kind: 'refused'; readonly door: Door }
  /** No connection, or no answer in time. */
  | { readonly kind: 'unreachable' }
  /** An answer that is none: an error of the service, a page, half a document, another plate's data. */
  | { readonly kind: 'broken'; readonly retryAfterS: number | null };

export interface RegistryAddress {
  /** Origin of the registry. */
  readonly url: string;
  readonly vpn: Account;
  readonly ministry: Account;
  readonly timeoutMs: number;
}

const Refusal = z.object({ error: z.object({ code: z.string(), sub_code: z.string().nullish() }) });

/** One HTTP call about one plate. No redirects, a time limit, at most 1 MiB; never throws. */
export async function askRegistry(
  address: RegistryAddress,
  plate: string,
  signal: AbortSignal,
): Promise<RegistryReply> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(new URL(vehicleStatus.path, address.url), {
      method: vehicleStatus.method,
      headers: headersOf(address),
      body: JSON.stringify({ plate }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(address.timeoutMs)]),
    });
    body = await readJson(response);
  } catch {
    return { kind: 'unreachable' };
  }
  const retryAfterS = secondsOf(response.headers.get('retry-after'));
  if (response.status !== 200) return refusalOf(response.status, body, retryAfterS);
  const answer = vehicleStatus.response.safeParse(body);
  // An answer about another plate must never be shown as this one's.
  if (!answer.success || answer.data.plate !== plate) return { kind: 'broken', retryAfterS };
  return { kind: 'facts', vehicle: answer.data.vehicle };
}

const headersOf = ({ vpn, ministry }: RegistryAddress): Record<string, string> => ({
  'content-type': 'application/json',
  [REGISTRY_HEADERS.vpnUser]: vpn.user,
  [REGISTRY_HEADERS.vpnPassword]: vpn.password,
  [REGISTRY_HEADERS.ministryUser]: ministry.user,
  [REGISTRY_HEADERS.ministryPassword]: ministry.password,
});

/** Whatever says no to our credentials stops the asking: a guess too careful costs checks, one too bold the account. */
function refusalOf(status: number, body: unknown, retryAfterS: number | null): RegistryReply {
  const parsed = Refusal.safeParse(body);
  const code = parsed.success ? parsed.data.error.code : '';
  const sub = (parsed.success ? parsed.data.error.sub_code : null) ?? '';
  const door: Door = sub.startsWith('vpn') ? 'vpn' : 'ministry';
  if (code === 'user_not_enabled' && sub.endsWith('_locked')) return { kind: 'locked', door, retryAfterS };
  if (status === 401 || status === 403) return { kind: 'refused', door };
  if (status === 429 || (status === 503 && sub === 'congested')) return { kind: 'congested', retryAfterS };
  return { kind: 'broken', retryAfterS };
}

function secondsOf(text: string | null): number | null {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** The body as JSON; undefined when it is none or too long. Rejects when the connection breaks. */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop cancels the rest.
    if (!isJson || bytes > MOST_BYTES) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}
