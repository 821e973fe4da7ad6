import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import { ApiError, type ClientFault, isAbort } from './api-error.ts';
import { type RequestParts, buildRequestHeaders, buildRequestPath } from './build-request.ts';
import { parseGuarded } from './json-guard.ts';
import { getResponseLimits, matchFileType, readCapped } from './read-body.ts';
import { buildResponseError } from './refusal.ts';

/** Server of a call and the token to use. */
export interface CallTarget {
  /** `https://host[:port]`, or empty for the portal that served this page. */
  readonly origin: string;
  /** Shown before the text of an error. */
  readonly host: string;
  readonly token: () => string | null;
  /**
   * Called once after a 401 with the refused token: returns a new token for the retry, or null to give up. The portal
   * refreshes its session (P 4); a plant is signed in again.
   */
  readonly renew?: (refused: string, signal: AbortSignal | undefined) => Promise<string | null>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly isPolling?: boolean;
  /** Value of `X-Varco-Reason`. */
  readonly reason?: string | null;
  /** Language of a generated report; not set: the browser's own. */
  readonly language?: 'it' | 'en';
  /** Converts an older response format to the current one before it is parsed. */
  readonly upgrade?: (raw: unknown) => unknown;
  /** Parts of a multipart endpoint. */
  readonly form?: FormData;
  /** Additional headers, such as the idempotency key of exports. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout that overrides the endpoint's own. */
  readonly timeMs?: number;
  /** Called with the headers of a successful response, for instance to read a file name. */
  readonly onHeaders?: (headers: Headers) => void;
}

/**
 * Calls an endpoint of any server, typed by the endpoint. The response has passed the size, time, type, depth and
 * schema checks (security 9).
 * @throws ApiError for every failure; AbortError when `signal` was aborted
 */
export async function call<E extends Endpoint>(
  target: CallTarget,
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  const token = target.token();
  const parts: RequestParts = input;
  try {
    return await fetchOnce(target, endpoint, parts, options, token);
  } catch (error) {
    if (!isTokenRefused(error) || token === null || target.renew === undefined) throw error;
    const fresh = await target.renew(token, options.signal);
    if (fresh === null) throw error;
    return await fetchOnce(target, endpoint, parts, options, fresh);
  }
}

/** True for a 401 caused by the token. Other 401s (a wrong old password) must not be retried. */
function isTokenRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.facts.status !== 401) return false;
  return error.code === 'invalid_token' || (error.code === 'no_auth' && error.subCode === undefined);
}

async function fetchOnce<E extends Endpoint>(
  target: CallTarget,
  endpoint: E,
  parts: RequestParts,
  options: CallOptions,
  token: string | null,
): Promise<CallOutput<E>> {
  const limits = getResponseLimits(endpoint);
  const timeout = AbortSignal.timeout(options.timeMs ?? limits.timeMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const fault = (subCode: ClientFault, cause?: unknown, status = 0): ApiError =>
    new ApiError({
      code: 'unavailable',
      subCode,
      status,
      host: target.host,
      isPolling: options.isPolling === true,
      cause,
    });
  try {
    const response = await sendRequest(target, endpoint, parts, options, token, signal);
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw fault('bad_answer', 'redirect', response.status);
    }
    const bytes = await readCapped(response, limits.bytes);
    if (!response.ok)
      throw buildResponseError(response, bytes, { host: target.host, isPolling: options.isPolling === true });
    if (bytes === null) throw fault('too_large', undefined, response.status);
    options.onHeaders?.(response.headers);
    return parseResponse(endpoint, response, bytes, options, (subCode, cause) =>
      fault(subCode, cause, response.status),
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    if (timeout.aborted || isAbort(error)) throw fault('timeout', error);
    throw fault('network', error);
  }
}

function sendRequest(
  target: CallTarget,
  endpoint: Endpoint,
  parts: RequestParts,
  options: CallOptions,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const headers = buildRequestHeaders({
    endpoint,
    token: needsToken(endpoint) ? token : null,
    isPolling: options.isPolling === true,
    reason: options.reason ?? null,
    language: options.language ?? null,
  });
  return fetch(`${target.origin}${buildRequestPath(endpoint, parts)}`, {
    method: endpoint.method,
    headers: { ...headers, ...options.headers },
    ...(endpoint.body === undefined ? {} : { body: options.form ?? JSON.stringify(parts.body) }),
    signal,
    redirect: 'manual',
    cache: 'no-store',
    // Only the portal uses cookies, and only on its own origin.
    credentials: target.origin === '' ? 'same-origin' : 'omit',
    referrerPolicy: 'no-referrer',
  });
}

function needsToken(endpoint: Endpoint): boolean {
  return ['portal-user', 'plant-user', 'importer', 'recovery-token'].includes(endpoint.access.who);
}

function parseResponse<E extends Endpoint>(
  endpoint: E,
  response: Response,
  bytes: Uint8Array<ArrayBuffer>,
  options: CallOptions,
  fault: (subCode: ClientFault, cause?: unknown) => ApiError,
): CallOutput<E> {
  const { response: expected } = endpoint;
  if (expected === null) return asCallOutput<E>(undefined);
  if ('file' in expected) {
    const type = matchFileType(bytes, expected.types);
    if (type === null) throw fault('bad_answer', 'file type');
    return asCallOutput<E>(new Blob([bytes], { type }));
  }
  // A stream is never read as a whole; `readEvents` reads it.
  if ('events' in expected) throw fault('bad_answer', 'stream');
  const text = readJsonText(response, bytes);
  if (text === null) throw fault('not_json');
  const json = parseGuarded(text);
  if (!json.ok) throw fault(json.fault);
  const parsed = expected.safeParse(options.upgrade === undefined ? json.value : options.upgrade(json.value));
  if (!parsed.success) throw fault('bad_answer', parsed.error);
  return asCallOutput<E>(parsed.data);
}

/** Body text when the response is declared as JSON and is valid UTF-8; null otherwise. */
export function readJsonText(response: Response, bytes: Uint8Array<ArrayBuffer>): string | null {
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(response.headers.get('Content-Type') ?? '')) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Cast to the endpoint's output type. The value was parsed with the endpoint's response schema above, which the
 * compiler cannot follow through the generic.
 */
function asCallOutput<E extends Endpoint>(value: unknown): CallOutput<E> {
  return value as CallOutput<E>;
}
