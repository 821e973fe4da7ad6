import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const getAddressFamily = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/**
 * Detects a call from a trusted proxy that does not forward the client's address (LOGIN-04: missing IP parameter on
 * the web service). All its clients would share one address: one person guessing passwords would slow down all of
 * them, and the consultation log would contain the proxy's address.
 */
export function createClientAddressCheck(trustedProxies: readonly string[]): (request: FastifyRequest) => boolean {
  const proxies = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) proxies.addAddress(address, getAddressFamily(address));
    else proxies.addSubnet(address, Number(bits), getAddressFamily(address));
  }
  return ({ headers, raw }) => {
    if (headers['x-forwarded-for'] !== undefined) return false;
    const from = raw.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
    return isIP(from) !== 0 && proxies.check(from, getAddressFamily(from));
  };
}
