import { BlockList, isIP } from 'node:net';

/**
 * Address ranges that are never called (security rules, part 13): loopback, link-local, metadata, multicast,
 * reserved.
 */
const FORBIDDEN_RANGES = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Carrier and private networks: only where the configuration allows them.
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '100::/64',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
] as const;

function buildBlockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/');
    const family = isIP(address);
    const prefix = Number(bits === '' ? (family === 6 ? 128 : 32) : bits);
    if (family === 0 || !Number.isInteger(prefix)) throw new Error(`not an address range: ${cidr}`);
    list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** IPv4 inside IPv6 (`::ffff:10.0.0.1`, also in hexadecimal) is checked as the IPv4 address it reaches. */
function unwrapMappedAddress(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bytes = [Number.parseInt(high, 16), Number.parseInt(low, 16)].flatMap((word) => [word >> 8, word & 255]);
  return bytes.join('.');
}

/**
 * Returns a check whether the server may connect to a numeric address. `allowedCidrs`: ranges allowed by the
 * configuration.
 */
export function createAddressRule(allowedCidrs: readonly string[]): (address: string) => boolean {
  const never = buildBlockList(FORBIDDEN_RANGES);
  const allowed = buildBlockList(allowedCidrs);
  return (input) => {
    const address = unwrapMappedAddress(input);
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    return allowed.check(address, family) || !never.check(address, family);
  };
}
