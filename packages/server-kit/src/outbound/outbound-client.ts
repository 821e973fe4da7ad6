import { lookup as dnsLookup } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createAddressRule } from './address-rules.ts';

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

export interface OutboundCall {
  readonly method: 'POST' | 'DELETE';
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
}

/** This server must not call the address. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/**
 * The only way a server makes outgoing calls (security rules, part 13). The address is checked when the connection is
 * made, so that DNS rebinding has no effect; no redirects; plain http only to this machine.
 */
export function createOutboundClient({ allowedCidrs }: OutboundOptions): OutboundClient {
  const isAllowed = createAddressRule(allowedCidrs);
  const lookup = createGuardedLookup(isAllowed);
  const open = (url: string, call: Omit<OutboundCall, 'maxBytes' | 'method'> & { readonly method: string }) => {
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
  return {
    async resolveAddress(host) {
      if (isIP(host) !== 0) {
        if (!isAllowed(host)) throw new OutboundRefused('address');
        return host;
      }
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      lookup(host, {}, (error, address) => {
        if (error !== null) reject(error);
        else resolve(typeof address === 'string' ? address : (address[0]?.address ?? ''));
      });
      return promise;
    },
    async get(url, { timeoutMs, maxBytes, signal }) {
      const answer = await open(url, { method: 'GET', headers: {}, timeoutMs, signal });
      await readResponseBody(answer, maxBytes);
      const date = Date.parse(answer.headers.date ?? '');
      return { status: answer.statusCode ?? 0, date: Number.isNaN(date) ? null : new Date(date).toISOString() };
    },
    async send(url, call) {
      const answer = await open(url, call);
      const text = (await readResponseBody(answer, call.maxBytes)).toString('utf8');
      const after = Number(answer.headers['retry-after'] ?? Number.NaN);
      return { status: answer.statusCode ?? 0, text, retryAfterS: Number.isFinite(after) && after >= 0 ? after : null };
    },
  };
}

function checkTarget(url: string, isAllowed: (address: string) => boolean): URL {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '::1';
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && isHere)) throw new OutboundRefused('protocol');
  if (target.username !== '' || target.password !== '') throw new OutboundRefused('user info');
  // Node does not call the lookup function for numeric addresses.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new OutboundRefused('address');
  return target;
}

function createGuardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
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
