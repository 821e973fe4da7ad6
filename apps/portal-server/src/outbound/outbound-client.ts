import { lookup as dnsLookup } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressRule } from './address-rules.ts';

export interface OutboundAnswer {
  readonly status: number;
  /** `Date` header as an ISO instant; null when absent or unreadable. */
  readonly date: string | null;
}

export interface OutboundClient {
  /** One GET without following redirects; at most `maxBytes` are read. Rejects when refused, unreachable or late. */
  get(
    url: string,
    options: { readonly timeoutMs: number; readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundAnswer>;
}

export interface OutboundOptions {
  /** Private or loopback ranges this server may call (`VARCO_OUTBOUND_CIDRS`). */
  readonly allowedCidrs: readonly string[];
}

/** The address is not one this server calls. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/**
 * The one way the portal calls out (security rules, part 13): the address is judged when the connection is made, so a
 * name that resolves differently a moment later (rebinding) gains nothing; no redirects; plain http only to this machine.
 */
export function createOutboundClient({ allowedCidrs }: OutboundOptions): OutboundClient {
  const isAllowed = addressRule(allowedCidrs);
  const lookup = guardedLookup(isAllowed);
  return {
    async get(url, { timeoutMs, maxBytes, signal }) {
      const target = checkedTarget(url, isAllowed);
      const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const isTls = target.protocol === 'https:';
      const request = isTls ? httpsRequest : httpRequest;
      // A connection of its own for each call: nothing of one plant's connection is reused for another's name.
      const agent = isTls ? new HttpsAgent({ lookup }) : new HttpAgent({ lookup });
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(
          target,
          { agent, signal: ending, headers: { accept: 'application/json' }, maxHeaderSize: 16 * 1024 },
          resolve,
        )
          .on('error', reject)
          .end();
      });
      await drain(answer, maxBytes);
      const date = Date.parse(answer.headers.date ?? '');
      return { status: answer.statusCode ?? 0, date: Number.isNaN(date) ? null : new Date(date).toISOString() };
    },
  };
}

function checkedTarget(url: string, isAllowed: (address: string) => boolean): URL {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '::1';
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && isHere)) throw new OutboundRefused('protocol');
  if (target.username !== '' || target.password !== '') throw new OutboundRefused('user info');
  // The look-up is not called for numeric addresses.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new OutboundRefused('address');
  return target;
}

function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
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

/** Reads the body to its end or to the limit, whichever comes first. */
async function drain(answer: IncomingMessage, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of answer) {
    size += Buffer.byteLength(chunk);
    if (size > maxBytes) answer.destroy(new OutboundRefused('too long'));
  }
}
