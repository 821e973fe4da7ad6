import type { Rng } from '@varco/sim/random.ts';
import type { Scheduler, SimNode } from './scheduler.ts';

/** A request as a simulated server receives it. */
export interface SimRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

export interface SimResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
}

export type Serve = (request: SimRequest) => Promise<SimResponse>;

/** What a link between two nodes does to a message at one instant. */
export interface LinkState {
  /** Share of messages that are lost, 0 to 1. */
  readonly loss: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** End of the partition that cuts the link now, milliseconds since 1970; null: none. */
  readonly cutUntilMs: number | null;
}

export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal | null;
}

/** An error of the connection as Node reports it. */
export const createNetworkError = (code: string): Error => Object.assign(new TypeError('fetch failed'), { code });

/** What a connection uses of the network. */
export interface Wire {
  readonly scheduler: Scheduler;
  readonly random: Rng;
  stateOf(a: SimNode, b: SimNode): LinkState;
  /** Milliseconds a message takes now; messages may overtake each other. */
  delayMs(a: SimNode, b: SimNode): number;
  isLost(a: SimNode, b: SimNode): boolean;
}
