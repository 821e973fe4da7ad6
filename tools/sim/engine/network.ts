import type { Rng } from '@varco/sim/random.ts';
import { Connection } from './connection.ts';
import { createNetworkError, type LinkState, type Outgoing, type Serve, type Wire } from './messages.ts';
import type { Scheduler, SimNode } from './scheduler.ts';

/** Connects nodes by host name: each message is delayed, lost, cut off or overtaken as the links say. */
export class Network implements Wire {
  readonly #servers = new Map<string, { readonly node: SimNode; readonly serve: Serve }>();
  readonly #open = new Set<Connection>();
  readonly scheduler: Scheduler;
  readonly random: Rng;
  readonly #stateOf: (a: string, b: string) => LinkState;

  constructor(scheduler: Scheduler, random: Rng, stateOf: (a: string, b: string) => LinkState) {
    this.scheduler = scheduler;
    this.random = random;
    this.#stateOf = stateOf;
  }

  listen(host: string, node: SimNode, serve: Serve): void {
    this.#servers.set(host, { node, serve });
  }

  stateOf(a: SimNode, b: SimNode): LinkState {
    return this.#stateOf(a.name, b.name);
  }

  delayMs(a: SimNode, b: SimNode): number {
    const { minMs, maxMs } = this.stateOf(a, b);
    // Most messages are fast and some are very slow.
    return minMs + (maxMs - minMs) * this.random.next() ** 3;
  }

  isLost(a: SimNode, b: SimNode): boolean {
    const { loss, cutUntilMs } = this.stateOf(a, b);
    return cutUntilMs !== null || this.random.chance(loss);
  }

  /** Sends a request of a node. Rejects as `fetch` does, when the connection fails or the signal aborts. */
  request(from: SimNode, host: string, outgoing: Outgoing): Promise<Response> {
    const server = this.#servers.get(host);
    if (server === undefined) return Promise.reject(createNetworkError('ENOTFOUND'));
    const connection = new Connection(this, { client: from, server: server.node, serve: server.serve, outgoing });
    this.#open.add(connection);
    return connection.start(() => this.#open.delete(connection));
  }

  /** The process of a node ended: its connections break, some at once, some without anybody being told. */
  breakAll(node: SimNode): void {
    for (const connection of this.#open) connection.breakWith(node);
  }
}
