import type { CallInput, Endpoint } from '@varco/contract/endpoint.ts';
import { RECONNECT_MS } from '@varco/domain/alerts/alert-kinds.ts';
import { ApiError } from './api-error.ts';
import { requestHeaders, requestPath } from './build-request.ts';
import type { CallTarget } from './call.ts';
import { readCapped } from './read-body.ts';
import { refusalOf } from './refusal.ts';

/** One event: its name, its place in the stream (empty: none told), its data. */
export interface StreamEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Longest event taken, in characters; a plant that sends more is cut (security 9). */
const MOST = 64 * 1024;
/** Two pings and a bit: a line that says nothing for so long is dead. */
const SILENCE_MS = 40_000;

/** Cuts a stream of text into events; what is not whole yet waits. Throws RangeError for one that is too long. */
export class EventCutter {
  private held = '';

  take(text: string): readonly StreamEvent[] {
    this.held += text.replaceAll('\r\n', '\n');
    const blocks = this.held.split('\n\n');
    this.held = blocks.pop() ?? '';
    if (this.held.length > MOST || blocks.some((block) => block.length > MOST)) throw new RangeError('event too long');
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

/**
 * Opens a stream of events and gives them as they come; returns when the server ends it or says nothing for 40 s. A refused
 * token is renewed once. @throws ApiError when the stream is refused or not reached; the reason of `signal`
 */
export async function* readEvents<E extends Endpoint>(
  target: CallTarget,
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await open(target, endpoint, input, both);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const cutter = new EventCutter();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.value === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      yield* cutter.take(part.value);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** What becomes of a stream that is kept. */
export interface StreamPorts {
  readonly onEvent: (event: StreamEvent) => void;
  /** The stream ended or was not reached; the next attempt is 5 s away. */
  readonly onClosed?: () => void;
  /** This person may not read it: it is not asked for again. */
  readonly onRefused?: () => void;
}

/** Keeps a stream open until the signal ends it: after an end it is opened again 5 s later (T 4.8). */
export async function keepReading(
  open: () => AsyncIterable<StreamEvent>,
  ports: StreamPorts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of open()) ports.onEvent(event);
    } catch (error) {
      if (error instanceof ApiError && error.facts.status === 403) return ports.onRefused?.();
      // Cut or not reached: the same for who waits. The next attempt tells.
    }
    if (signal.aborted) return;
    ports.onClosed?.();
    await waitFor(RECONNECT_MS, signal);
  }
}

/** Resolves after a time, or when the signal is aborted. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function open(target: CallTarget, endpoint: Endpoint, input: object, signal: AbortSignal): Promise<Response> {
  const token = target.token();
  const first = await send(target, endpoint, input, token, signal);
  if (first.status !== 401 || token === null || target.renew === undefined) return accepted(target, first);
  const fresh = await target.renew(token, signal);
  return accepted(target, fresh === null ? first : await send(target, endpoint, input, fresh, signal));
}

async function accepted(target: CallTarget, response: Response): Promise<Response> {
  const isStream = (response.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (response.ok && isStream) return response;
  const about = { host: target.host, isPolling: true };
  if (response.ok) throw new ApiError({ code: 'unavailable', subCode: 'bad_answer', status: 200, ...about });
  throw refusalOf(response, await readCapped(response, MOST), about);
}

function send(
  target: CallTarget,
  endpoint: Endpoint,
  input: object,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(`${target.origin}${requestPath(endpoint, input)}`, {
    method: endpoint.method,
    headers: requestHeaders({ endpoint, token, isPolling: true, reason: null }),
    body: JSON.stringify('body' in input ? input.body : {}),
    signal,
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
}
