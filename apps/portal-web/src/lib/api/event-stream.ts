import type { CallInput, Endpoint } from '@varco/contract/endpoint.ts';
import { ALERT_RECONNECT_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { REOPEN_EVENT, readReopenMs } from '@varco/domain/streams/reopen.ts';
import { ApiError } from './api-error.ts';
import { buildRequestHeaders, buildRequestPath } from './build-request.ts';
import type { CallTarget } from './call.ts';
import { readCapped } from './read-body.ts';
import { buildResponseError } from './refusal.ts';
import { getStreamPool } from './stream-pool.ts';

/** One server-sent event: name, id (empty: none sent) and data. */
export interface StreamEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Maximum event length in characters; a longer one ends the stream (security 9). */
const MAX_EVENT_CHARS = 64 * 1024;
/** Maximum silence, slightly more than two pings, after which a connection counts as dead. */
const MAX_SILENCE_MS = 40_000;

/** Splits a text stream into events and buffers incomplete ones. Throws RangeError for an event that is too long. */
export class EventParser {
  private buffer = '';

  push(text: string): readonly StreamEvent[] {
    this.buffer += text.replaceAll('\r\n', '\n');
    const blocks = this.buffer.split('\n\n');
    this.buffer = blocks.pop() ?? '';
    if (this.buffer.length > MAX_EVENT_CHARS || blocks.some((block) => block.length > MAX_EVENT_CHARS))
      throw new RangeError('event too long');
    return blocks.map((block) => {
      const lines = block.split('\n');
      const of = (name: string): string =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
          .join('\n');
      return { name: of('event'), id: of('id'), data: of('data') };
    });
  }
}

/** Yielded last when a stream ended only because others wait for a connection. */
const REOPEN_AT_ONCE: StreamEvent = { name: REOPEN_EVENT, id: '', data: '0' };

/**
 * Opens an event stream and yields its events; returns when the server ends it or is silent for 40 s. A refused token
 * is renewed once. When more streams of its kind are wanted than a browser has connections for, it waits for one, and ends
 * with `reopen` when others wait. `reason`: value of `X-Varco-Reason`, for a stream that is a consultation. @throws ApiError when the stream is refused or unreachable; the reason of `signal`
 */
export async function* readEvents<E extends Endpoint>(
  target: CallTarget,
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
  reason: string | null = null,
): AsyncGenerator<StreamEvent> {
  const slot = await getStreamPool(endpoint.id).acquire(signal);
  try {
    for await (const event of readOpenStream(
      target,
      { endpoint, input, reason },
      AbortSignal.any([signal, slot.ended]),
    )) {
      slot.markHeard();
      yield event;
    }
  } catch (error) {
    if (!slot.ended.aborted || signal.aborted) throw error;
  } finally {
    slot.release();
  }
  // A server that said nothing while it had the connection is not there.
  if (slot.ended.aborted && slot.isHeard) yield REOPEN_AT_ONCE;
}

async function* readOpenStream(target: CallTarget, call: StreamCall, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
  try {
    const response = await openStream(target, call, both);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const cutter = new EventParser();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.value === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
      yield* cutter.push(part.value);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Callbacks of a stream that is reopened automatically. */
export interface StreamPorts {
  readonly onEvent: (event: StreamEvent) => void;
  /** The stream ended or could not be opened; the next attempt is in 5 s. */
  readonly onClosed?: () => void;
  /** The user may not read the stream: it is not reopened. */
  readonly onRefused?: () => void;
}

/** The call is not for this user, or not one that this plant, perhaps an older one, knows: asking again changes nothing. */
const REFUSALS: readonly number[] = [400, 403, 404, 405];

/** Reads a stream until the signal aborts, reopening it 5 s after it ends (T 4.8), or soon where a stopping server says so. */
export async function readEventsForever(
  open: () => AsyncIterable<StreamEvent>,
  ports: StreamPorts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let reopenMs: number | null = null;
    try {
      for await (const event of open()) {
        if (event.name === REOPEN_EVENT) reopenMs = readReopenMs(event.data);
        else ports.onEvent(event);
      }
    } catch (error) {
      if (error instanceof ApiError && REFUSALS.includes(error.facts.status)) return ports.onRefused?.();
      // Whether the connection broke or was never opened makes no difference to the caller; the next attempt follows.
    }
    if (signal.aborted) return;
    // A process that stops names a successor: nothing is interrupted.
    if (reopenMs === null) ports.onClosed?.();
    await waitUnlessAborted(reopenMs ?? ALERT_RECONNECT_MS, signal);
  }
}

/** Resolves after a time, or when the signal aborts. */
function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What a stream is opened with. */
interface StreamCall {
  readonly endpoint: Endpoint;
  readonly input: object;
  readonly reason: string | null;
}

async function openStream(target: CallTarget, call: StreamCall, signal: AbortSignal): Promise<Response> {
  const token = target.token();
  const first = await sendStreamRequest(target, call, token, signal);
  if (first.status !== 401 || token === null || target.renew === undefined) return assertEventStream(target, first);
  const fresh = await target.renew(token, signal);
  return assertEventStream(target, fresh === null ? first : await sendStreamRequest(target, call, fresh, signal));
}

async function assertEventStream(target: CallTarget, response: Response): Promise<Response> {
  const isStream = (response.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (response.ok && isStream) return response;
  const about = { host: target.host, isPolling: true };
  if (response.ok) throw new ApiError({ code: 'unavailable', subCode: 'bad_answer', status: 200, ...about });
  throw buildResponseError(response, await readCapped(response, MAX_EVENT_CHARS), about);
}

function sendStreamRequest(
  target: CallTarget,
  { endpoint, input, reason }: StreamCall,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(`${target.origin}${buildRequestPath(endpoint, input)}`, {
    method: endpoint.method,
    headers: buildRequestHeaders({ endpoint, token, isPolling: true, reason }),
    body: JSON.stringify('body' in input ? input.body : {}),
    signal,
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
}
