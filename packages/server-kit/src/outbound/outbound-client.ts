import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createAddressRule, isThisMachine, judgeHost } from './address-rules.ts';
import { parseIpAddress } from './ip-address.ts';

export interface OutboundGetResponse {
  readonly status: number;
  /** `Date` header as an ISO instant; null when absent or unreadable. */
  readonly date: string | null;
}

/** Response to a call with a body. */
export interface OutboundSendResponse {
  readonly status: number;
  readonly text: string;
  /** Seconds to wait before the next call (`Retry-After`); null: not stated. */
  readonly retryAfterS: number | null;
}

/** Response to any call. */
export interface OutboundResponse {
  readonly status: number;
  /** A header in lower case; null: not sent. */
  readonly header: (name: string) => string | null;
  readonly bytes: Buffer;
}

export interface OutboundCall {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Certificate (PEM) of the only trusted authority; absent: those of the system. */
  readonly ca?: string;
}

export interface OutboundClient {
  /**
   * One GET without following redirects. Rejects when the address is forbidden or unreachable, on a timeout, or when
   * the response is longer than `maxBytes`.
   */
  get(
    url: string,
    options: { readonly timeoutMs: number; readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundGetResponse>;
  /** One call with its response as bytes; no redirects. Rejects like `get`. */
  request(url: string, call: OutboundCall): Promise<OutboundResponse>;
  /** One call with a body, with its response as text; no redirects. Rejects like `get`. */
  send(url: string, call: OutboundCall): Promise<OutboundSendResponse>;
  /**
   * Numeric address of a host this server may connect to directly (mail). Rejects with `OutboundRefused` for any
   * other.
   */
  resolveAddress(host: string): Promise<string>;
}

export interface OutboundOptions {
  /** Private or loopback ranges this server may call (`VARCO_OUTBOUND_CIDRS`). */
  readonly allowedCidrs: readonly string[];
  /** Resolves names; absent: the resolver of the system. */
  readonly resolve?: NameResolver;
}

/** All addresses of a name, as `dns.lookup` with `all` gives them. */
export type NameResolver = (
  name: string,
  options: { readonly all: true },
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** This server must not call the address. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/**
 * The only way a server makes outgoing calls (security rules, part 13). A name is resolved once and the connection goes
 * to an address that was checked, so that DNS rebinding has no effect; no redirects; plain http only to this machine.
 */
export function createOutboundClient({ allowedCidrs, resolve: resolver }: OutboundOptions): OutboundClient {
  const isAllowed = createAddressRule(allowedCidrs);
  const lookup = createGuardedLookup(isAllowed, resolver ?? resolveName);
  const open = (url: string, call: Omit<OutboundCall, 'maxBytes'>) => {
    const target = checkTarget(url, isAllowed);
    const ending = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]);
    const isTls = target.protocol === 'https:';
    const request = isTls ? httpsRequest : httpRequest;
    const trust = call.ca === undefined ? {} : { ca: call.ca };
    // A separate connection for each call, so that the connection of one plant is never reused for another name.
    const agent = isTls ? new HttpsAgent({ lookup, ...trust }) : new HttpAgent({ lookup });
    const size = call.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(call.body)) };
    const headers = { accept: 'application/json', ...call.headers, ...size };
    return new Promise<IncomingMessage>((resolve, reject) => {
      request(target, { agent, method: call.method, signal: ending, headers, maxHeaderSize: 16 * 1024 }, resolve)
        .on('error', reject)
        .end(call.body);
    });
  };
  const request: OutboundClient['request'] = async (url, call) => {
    const answer = await open(url, call);
    const bytes = await readResponseBody(answer, call.maxBytes);
    return { status: answer.statusCode ?? 0, bytes, header: (name) => answer.headers[name]?.toString() ?? null };
  };
  return {
    request,
    async resolveAddress(host) {
      const verdict = judgeHost(host, isAllowed);
      if (verdict === 'refused') throw new OutboundRefused('address');
      const number = parseIpAddress(host.replace(/^\[|\]$/g, ''));
      if (number !== null) return number.toString();
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      lookup(host, {}, (error, address) => {
        if (error !== null) reject(error);
        else resolve(typeof address === 'string' ? address : (address[0]?.address ?? ''));
      });
      return promise;
    },
    async get(url, options) {
      const { status, header } = await request(url, { method: 'GET', headers: {}, ...options });
      const date = Date.parse(header('date') ?? '');
      return { status, date: Number.isNaN(date) ? null : new Date(date).toISOString() };
    },
    async send(url, call) {
      const { status, header, bytes } = await request(url, call);
      return { status, text: bytes.toString('utf8'), retryAfterS: parseRetryAfter(header('retry-after')) };
    },
  };
}

/** Kept connections under the same rules, for calls with bodies too large for `send`. */
export interface GuardedAgents {
  /** The agent for this address. Throws `OutboundRefused` for an address that must not be called. */
  pick(url: URL): HttpAgent | HttpsAgent;
}

/** Agents that keep connections open to addresses that were checked when they were made. */
export function createGuardedAgents(allowedCidrs: readonly string[]): GuardedAgents {
  const isAllowed = createAddressRule(allowedCidrs);
  const lookup = createGuardedLookup(isAllowed, resolveName);
  const http = new HttpAgent({ keepAlive: true, lookup });
  const https = new HttpsAgent({ keepAlive: true, lookup });
  return { pick: (url) => (checkTarget(url.href, isAllowed).protocol === 'https:' ? https : http) };
}

/** Seconds of a `Retry-After` header; null: none, or a date. */
export function parseRetryAfter(text: string | null): number | null {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function checkTarget(url: string, isAllowed: (address: string) => boolean): URL {
  if (!URL.canParse(url)) throw new OutboundRefused('address');
  const target = new URL(url);
  const isPlain = target.protocol === 'http:' && isThisMachine(target.hostname);
  if (target.protocol !== 'https:' && !isPlain) throw new OutboundRefused('protocol');
  if (target.username !== '' || target.password !== '') throw new OutboundRefused('user info');
  // Node does not call the lookup function for numeric addresses.
  if (judgeHost(target.hostname, isAllowed) === 'refused') throw new OutboundRefused('address');
  return target;
}

function createGuardedLookup(isAllowed: (address: string) => boolean, resolve: NameResolver): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [], 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(new OutboundRefused('address'), [], 0);
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
}

/** The complete body. Rejects beyond the limit. */
async function readResponseBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) answer.destroy(new OutboundRefused('too long'));
    else chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
