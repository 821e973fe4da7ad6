import type { Outgoing } from './messages.ts';
import type { Network } from './network.ts';
import type { Scheduler, SimNode } from './scheduler.ts';

/** What a browser offers to its tabs, of one simulated browser. Reset for every day. */
export class SimBrowser {
  readonly scheduler: Scheduler;
  readonly network: Network;
  /** Calls of tabs: who sent what, for the checks. */
  onFetch: (node: SimNode, url: URL, outgoing: Outgoing) => void = () => undefined;
  onNotification: (node: SimNode, tag: string) => void = () => undefined;
  readonly channels = new Set<SimChannel>();
  readonly #locks = new Map<string, LockRequest[]>();

  constructor(scheduler: Scheduler, network: Network) {
    this.scheduler = scheduler;
    this.network = network;
  }

  /** One tab holds a lock; the next one in the queue gets it when that tab lets go or dies. */
  requestLock(name: string, signal: AbortSignal | undefined, work: () => Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const queue = this.#locks.get(name) ?? [];
    this.#locks.set(name, queue);
    const request: LockRequest = { node: this.scheduler.current, signal, work, resolve, reject, isHeld: false };
    queue.push(request);
    signal?.addEventListener('abort', () => {
      if (request.isHeld) return;
      queue.splice(queue.indexOf(request), 1);
      reject(signal.reason as Error);
    });
    this.#grant(queue);
    return promise;
  }

  /** A tab died: its channels are closed and its locks pass on. */
  closeTab(node: SimNode): void {
    for (const channel of this.channels) if (channel.node === node) this.channels.delete(channel);
    for (const queue of this.#locks.values()) {
      for (const request of queue.filter((one) => one.node === node)) queue.splice(queue.indexOf(request), 1);
      this.#grant(queue);
    }
  }

  #grant(queue: LockRequest[]): void {
    const [first] = queue;
    if (first === undefined || first.isHeld) return;
    first.isHeld = true;
    const release = (): void => {
      const at = queue.indexOf(first);
      if (at >= 0) queue.splice(at, 1);
      this.#grant(queue);
    };
    this.scheduler.after(2, first.node, 'lock', () => {
      // A request that was taken back between grant and callback is not called, as the standard says.
      const work = first.signal?.aborted === true ? Promise.reject(first.signal.reason as Error) : first.work();
      void work.then(first.resolve, first.reject).finally(release);
    });
  }
}

interface LockRequest {
  readonly node: SimNode;
  readonly signal: AbortSignal | undefined;
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  isHeld: boolean;
}

let browser: SimBrowser | null = null;

export function setBrowser(next: SimBrowser): void {
  browser = next;
  Object.assign(globalThis, { simBrowserDisk: new Map() });
}

function getBrowser(): SimBrowser {
  if (browser === null) throw new Error('no browser');
  return browser;
}

/** A BroadcastChannel between the tabs of the simulated browser; messages arrive in order, after some milliseconds. */
class SimChannel {
  readonly name: string;
  readonly node: SimNode;
  #listener: (event: { readonly data: unknown }) => void = () => undefined;

  constructor(name: string) {
    this.name = name;
    this.node = getBrowser().scheduler.current;
    getBrowser().channels.add(this);
  }

  addEventListener(_name: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#listener = listener;
  }

  postMessage(data: unknown): void {
    const { scheduler, channels } = getBrowser();
    const text = JSON.stringify(data);
    for (const channel of channels)
      if (channel !== this && channel.name === this.name)
        scheduler.after(5, channel.node, 'tab message', () => {
          if (channels.has(channel)) channel.#listener({ data: JSON.parse(text) });
        });
  }

  close(): void {
    getBrowser().channels.delete(this);
  }
}

class SimNotification {
  static permission = 'granted';
  addEventListener = (): void => undefined;

  constructor(_title: string, { tag }: { readonly tag: string }) {
    const { scheduler, onNotification } = getBrowser();
    onNotification(scheduler.current, tag);
  }
}

interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

function simFetch(address: string, { method = 'GET', headers = {}, body = '', signal }: FetchInit): Promise<Response> {
  const { scheduler, network, onFetch } = getBrowser();
  const url = new URL(address);
  const outgoing = { method, path: url.pathname + url.search, headers, body, signal: signal ?? null };
  onFetch(scheduler.current, url, outgoing);
  return network.request(scheduler.current, url.host, outgoing);
}

/** Gives the modules of the web app the browser they expect. */
export function installBrowserGlobals(): void {
  Object.assign(globalThis, {
    ...{ fetch: simFetch, BroadcastChannel: SimChannel, Notification: SimNotification, document: { hidden: true } },
  });
  const request = (
    name: string,
    { signal }: { readonly signal?: AbortSignal },
    work: () => Promise<unknown>,
  ): Promise<unknown> => getBrowser().requestLock(name, signal, work);
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}
