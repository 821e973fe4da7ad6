import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { once } from 'node:events';
import { Rng } from '@varco/sim/random.ts';
import type { Cut } from './faults.ts';

/** Bytes of one direction after which a connection breaks: within the headers, the body, or a few calls later. */
const MAX_BYTES = 4_000;

/** A relay of TCP connections that can break them. */
export interface CutProxy {
  readonly port: number;
  /** From now on every connection, new or old, breaks after random bytes. */
  cut(how: Cut, seed: number): void;
  /** Ends the fault: hanging connections go on, break or stay silent, new ones work. */
  heal(): void;
  close(): Promise<void>;
}

interface Fault {
  readonly how: Cut;
  readonly rng: Rng;
}

/** Two sockets that belong together. */
interface Relay {
  readonly ends: { readonly request: Socket; readonly answer: Socket };
  /** Bytes that may still pass in the broken direction; null: no fault. */
  left: number | null;
  /** What was read after the last byte that passed. */
  waiting: Buffer[];
  /** Direction in which nothing passes any more, for ever. */
  silent: Cut['direction'] | null;
}

/** Listens on a free port of this machine and relays to `target`: a port, or the path of a socket. */
export async function startCutProxy(target: NetConnectOpts): Promise<CutProxy> {
  const relays = new Set<Relay>();
  let fault: Fault | null = null;
  const server = createServer((client) => {
    const upstream = connect(target);
    const relay: Relay = {
      ends: { request: client, answer: upstream },
      left: drawBytes(fault),
      waiting: [],
      silent: null,
    };
    relays.add(relay);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', () => breakRelay(relay));
      socket.on('close', () => {
        breakRelay(relay);
        relays.delete(relay);
      });
    }
    client.on('data', (chunk) => pass(relay, 'request', chunk, fault));
    upstream.on('data', (chunk) => pass(relay, 'answer', chunk, fault));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut(how, seed) {
      fault = { how, rng: new Rng(seed) };
      for (const relay of relays) relay.left = drawBytes(fault);
    },
    heal() {
      const ended = fault;
      fault = null;
      for (const relay of relays) {
        const isHanging = relay.left === 0;
        relay.left = null;
        if (isHanging && ended !== null) endHang(relay, ended.how);
      }
    },
    async close() {
      for (const relay of relays) breakRelay(relay);
      server.close();
      await once(server, 'close');
    },
  };
}

const drawBytes = (fault: Fault | null): number | null => (fault === null ? null : fault.rng.int(MAX_BYTES));

function breakRelay({ ends }: Relay): void {
  ends.request.destroy();
  ends.answer.destroy();
}

function pass(relay: Relay, direction: Cut['direction'], chunk: Buffer, fault: Fault | null): void {
  const [from, to] =
    direction === 'request' ? [relay.ends.request, relay.ends.answer] : [relay.ends.answer, relay.ends.request];
  if (relay.silent === direction) return;
  if (fault === null || relay.left === null || fault.how.direction !== direction) return write(from, to, chunk);
  const passing = chunk.subarray(0, relay.left);
  relay.left -= passing.length;
  if (passing.length > 0) write(from, to, passing);
  if (relay.left > 0) return;
  if (!fault.how.hangs) return breakRelay(relay);
  relay.waiting.push(chunk.subarray(passing.length));
}

function endHang(relay: Relay, { direction, end }: Cut): void {
  if (end === 'breaks') return breakRelay(relay);
  if (end === 'silent') {
    relay.silent = direction;
    return;
  }
  const [from, to] =
    direction === 'request' ? [relay.ends.request, relay.ends.answer] : [relay.ends.answer, relay.ends.request];
  for (const chunk of relay.waiting) write(from, to, chunk);
  relay.waiting = [];
}

function write(from: Socket, to: Socket, chunk: Buffer): void {
  if (to.destroyed || to.write(chunk)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
