import { createNetworkError, type Outgoing, type Serve, type SimResponse, type Wire } from './messages.ts';
import type { SimNode } from './scheduler.ts';

/** A client gives up a connection that is not answered at all after this time. */
const CONNECT_TIMEOUT_MS = 75_000;
const MAX_RESET_MS = 4_000;
/** One for all, because making one costs more than the event. */
const CLIENT_GONE = new DOMException('This operation was aborted', 'AbortError');

interface Ends {
  readonly client: SimNode;
  readonly server: SimNode;
  readonly serve: Serve;
  readonly outgoing: Outgoing;
}

/** One request, its response and, for a stream, the chunks that follow. */
export class Connection {
  readonly #network: Wire;
  readonly #ends: Ends;
  readonly #abortServer = new AbortController();
  #resolve: (response: Response) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  #lastDeliveryMs = 0;
  #isOver = false;
  #onOver: () => void = () => undefined;

  constructor(network: Wire, ends: Ends) {
    this.#network = network;
    this.#ends = ends;
  }

  start(onOver: () => void): Promise<Response> {
    this.#onOver = onOver;
    const { client, server, outgoing } = this.#ends;
    const { signal } = outgoing;
    const response = new Promise<Response>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal?.aborted === true) {
      this.#fail(signal.reason as Error);
      return response;
    }
    signal?.addEventListener('abort', () => this.#abortedByClient(), { once: true });
    const { scheduler, random } = this.#network;
    if (this.#network.stateOf(client, server).cutUntilMs !== null) this.#failAfter(CONNECT_TIMEOUT_MS, 'ETIMEDOUT');
    else if (this.#network.isLost(client, server)) this.#failAfter(random.int(MAX_RESET_MS), 'ECONNRESET');
    else if (!server.isUp) this.#failAfter(this.#network.delayMs(client, server), 'ECONNREFUSED');
    else scheduler.after(this.#network.delayMs(client, server), server, 'request', () => this.#arrive());
    return response;
  }

  /** The process of one of the two ends is gone. */
  breakWith(node: SimNode): void {
    const { client, server } = this.#ends;
    if (node === client) {
      this.#isOver = true;
      this.#onOver();
      this.#stopServer();
    } else if (node === server) {
      const { random } = this.#network;
      if (random.chance(0.6)) this.#failAfter(random.int(MAX_RESET_MS), 'ECONNRESET');
      // Otherwise nobody is told: whoever waits for an answer or reads a stream has a limit of its own.
    }
  }

  #arrive(): void {
    const { serve, outgoing } = this.#ends;
    const { method, path, headers, body } = outgoing;
    void serve({ method, path, headers, body, signal: this.#abortServer.signal }).then(
      (response) => this.#respond(response),
      () => this.#respond({ status: 500, body: '{"error":{"code":"internal","message":""}}' }),
    );
  }

  #respond(response: SimResponse): void {
    const { client, server } = this.#ends;
    const { random, scheduler } = this.#network;
    if (this.#network.isLost(server, client)) {
      if (random.chance(0.5)) this.#failAfter(random.int(MAX_RESET_MS), 'ECONNRESET');
      else this.#failAfter(CONNECT_TIMEOUT_MS, 'ETIMEDOUT');
      this.#stopServer();
      return;
    }
    const delay = this.#network.delayMs(server, client);
    this.#lastDeliveryMs = scheduler.nowMs + delay;
    scheduler.after(delay, client, 'response', () => this.#deliver(response));
    const { body } = response;
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) void this.#pump(body);
  }

  #deliver({ status, headers = {}, body }: SimResponse): void {
    if (this.#isOver) return;
    const init = { status, headers: { 'content-type': 'application/json', ...headers } };
    if (typeof body === 'string' || body instanceof Uint8Array) {
      this.#end();
      this.#resolve(new Response(body, init));
      return;
    }
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#stream = controller;
      },
    });
    this.#resolve(new Response(stream, init));
  }

  /** Sends what a server writes, in order; chunks written while the link is cut arrive after the partition. */
  async #pump(body: AsyncIterable<string>): Promise<void> {
    for await (const text of body) {
      if (this.#isOver) return;
      // A network cuts where it likes.
      const cut = this.#network.random.chance(0.2) ? this.#network.random.int(text.length) : 0;
      for (const part of [text.slice(0, cut), text.slice(cut)])
        if (part !== '') this.#send(() => this.#stream?.enqueue(new TextEncoder().encode(part)));
    }
    this.#send(() => {
      this.#end();
      this.#stream?.close();
    });
  }

  #send(action: () => void): void {
    const { client, server } = this.#ends;
    const { scheduler } = this.#network;
    const { cutUntilMs } = this.#network.stateOf(server, client);
    const from = Math.max(scheduler.nowMs, cutUntilMs ?? 0) + this.#network.delayMs(server, client);
    this.#lastDeliveryMs = Math.max(this.#lastDeliveryMs + 1, from);
    scheduler.after(this.#lastDeliveryMs - scheduler.nowMs, client, 'chunk', () => {
      if (!this.#isOver) action();
    });
  }

  #abortedByClient(): void {
    if (this.#isOver) return;
    this.#fail(this.#ends.outgoing.signal?.reason as Error);
    this.#stopServer();
  }

  #stopServer(): void {
    const { client, server } = this.#ends;
    this.#network.scheduler.after(this.#network.delayMs(client, server), server, 'client gone', () =>
      this.#abortServer.abort(CLIENT_GONE),
    );
  }

  #failAfter(ms: number, code: string): void {
    this.#network.scheduler.after(ms, this.#ends.client, 'connection lost', () => this.#fail(createNetworkError(code)));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#stream === null) this.#reject(error);
    else this.#stream.error(error);
  }

  #end(): void {
    this.#isOver = true;
    this.#onOver();
  }
}
