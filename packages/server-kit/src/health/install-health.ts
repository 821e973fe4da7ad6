import type { FastifyInstance } from 'fastify';
import { BlockList, isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const CHECK_MS = 1_500;

export interface HealthOptions {
  readonly version: string;
  /** Addresses that may see details and metrics: IP or CIDR. */
  readonly allowedAddresses: readonly string[];
  /** Each reports whether a component works; a rejection counts as no. Names are constants (`database`, `audit`). */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
  /** States of optional components, shown to the allowed addresses only; values from closed lists. */
  readonly states?: () => Readonly<Record<string, string>>;
  /** True while the server is being stopped: it still answers, but a proxy must send new calls to another process. */
  readonly isDraining?: () => boolean;
}

/**
 * `GET /health`: the process responds. `GET /ready`: 200 when every check passes and the server is not being stopped, else 503.
 * Version and single checks are shown to the allowed addresses only.
 */
export function installHealth(app: FastifyInstance, options: HealthOptions): void {
  const isListed = createAddressMatcher(options.allowedAddresses);
  app.get('/health', (request) => ({ status: 'ok', ...(isListed(request.ip) ? { version: options.version } : {}) }));
  app.get('/ready', async (request, reply) => {
    // Before the checks: `request.ip` is empty once the client has disconnected.
    const isShown = isListed(request.ip);
    const names = Object.keys(options.checks);
    const results = await Promise.all(names.map((name) => passes(options.checks[name])));
    const isDraining = options.isDraining?.() === true;
    const isReady = results.every(Boolean) && !isDraining;
    void reply.code(isReady ? 200 : 503);
    const checks = Object.fromEntries(names.map((name, index) => [name, results[index] === true]));
    return {
      status: isReady ? 'ready' : isDraining ? 'stopping' : 'not_ready',
      ...(isShown ? { checks, ...(options.states === undefined ? {} : { states: options.states() }) } : {}),
    };
  });
}

/** A component that does not answer in time does not work: the caller must not wait with it. */
async function passes(check: (() => Promise<boolean>) | undefined): Promise<boolean> {
  if (check === undefined) return false;
  const timeout = new AbortController();
  try {
    return await Promise.race([check(), delay(CHECK_MS, false, { ref: false, signal: timeout.signal })]);
  } catch {
    return false;
  } finally {
    timeout.abort();
  }
}

/** Returns a matcher for addresses of the list (IP or CIDR); an IPv4 address inside IPv6 counts as the IPv4 one. */
export function createAddressMatcher(listed: readonly string[]): (ip: string) => boolean {
  const block = new BlockList();
  for (const entry of listed) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    block.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (ip) => {
    const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) !== 0 && block.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}
