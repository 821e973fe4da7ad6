import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createGuardedAgents, type GuardedAgents } from '@varco/server-kit/outbound/outbound-client.ts';

export interface PortalCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent without a copy: must not change until the call has ended. */
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal;
  /** A longer response is aborted. */
  readonly maxResponseBytes: number;
  /** Inner ranges that may be called. */
  readonly allowedCidrs: readonly string[];
}

export interface PortalReply {
  readonly status: number;
  readonly text: string;
}

/** Kept connections of this process, by the ranges they may go to. */
const agents = new Map<string, GuardedAgents>();

function getAgents(allowedCidrs: readonly string[]): GuardedAgents {
  const key = allowedCidrs.join();
  const known = agents.get(key) ?? createGuardedAgents(allowedCidrs);
  agents.set(key, known);
  return known;
}

/**
 * Calls the portal with a body that may be megabytes; `fetch` takes twice as long and three times the processor time for
 * these. Redirects are returned like other responses. Throws a system error when there is no complete response, or the
 * signal's reason.
 */
export async function callPortal(url: URL, call: PortalCall): Promise<PortalReply> {
  try {
    return await sendPortalCall(url, call);
  } catch (error) {
    // A keep-alive connection that the portal closed at that moment: the call can be repeated.
    if (!(error instanceof ConnectionClosedError)) throw error;
    return sendPortalCall(url, call);
  }
}

class ConnectionClosedError extends Error {}

async function sendPortalCall(
  url: URL,
  { method, headers, body, signal, maxResponseBytes: mostBytes, allowedCidrs }: PortalCall,
): Promise<PortalReply> {
  const agent = getAgents(allowedCidrs).pick(url);
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, signal, agent, headers: { ...headers, ...(body.length === 0 ? {} : length) } };
    const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);
    request.once('response', done);
    request.once('error', (error) => {
      const wasClosed = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      fail(signal.aborted ? signal.reason : wasClosed ? new ConnectionClosedError('closed', { cause: error }) : error);
    });
    request.end(body);
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('response too long');
    parts.push(part);
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') };
}
