import type {
  OutboundCall,
  OutboundClient,
  OutboundResponse,
  OutboundSendResponse,
} from '@varco/server-kit/outbound/outbound-client.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { World } from '../world.ts';

/** Outgoing calls of a server over the simulated network. */
export function createSimOutbound({ network }: Pick<World, 'network'>, node: SimNode): OutboundClient {
  const request = async (url: string, call: OutboundCall): Promise<OutboundResponse> => {
    const { host, pathname } = new URL(url);
    const response = await network.request(node, host, {
      ...{ method: call.method, path: pathname, headers: call.headers, body: String(call.body ?? '') },
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, header: (name) => response.headers.get(name), bytes };
  };
  const send = async (url: string, call: OutboundCall): Promise<OutboundSendResponse> => {
    const { status, bytes } = await request(url, call);
    return { status, text: bytes.toString('utf8'), retryAfterS: null };
  };
  const refuse = (): never => {
    throw new Error('not simulated');
  };
  return { request, send, get: refuse, resolveAddress: refuse };
}
