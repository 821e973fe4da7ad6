import ipaddr from 'ipaddr.js';

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Parsed, number];

/** Ranges of this machine's own link and of many receivers: no setting opens them. Cloud metadata is among them. */
const NEVER = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast']);
/** The addresses IPv6 gives to machines (RFC 4291); everything outside is internal, reserved or a way to write IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Translation of IPv4 (RFC 6052), which networks without IPv4 use for every public IPv4 server. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * The address a connection to this number reaches: IPv4 written inside IPv6 (mapped or translated) becomes IPv4. Null
 * when the text is not a number. Octal, hexadecimal and short forms count as the number they mean; a dot at the end is
 * ignored.
 */
export function parseIpAddress(text: string): Parsed | null {
  const bare = text.replace(/\.$/, '');
  if (!ipaddr.isValid(bare)) return null;
  const address = ipaddr.parse(bare);
  if (!isVersion6(address)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** One address or a range `address/bits`. Throws on anything else. */
export function parseIpRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = text.includes('/') ? null : parseIpAddress(text);
  if (address === null) throw new Error(`not an address range: ${text}`);
  return [address, isVersion6(address) ? 128 : 32];
}

/** True when the range holds the address. */
export const isInRange = (address: Parsed, [base, bits]: Range): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** True for an address anybody on the internet may have; other ways to write IPv4 (6to4, Teredo, `::1.2.3.4`) are not. */
export function isPublicAddress(address: Parsed): boolean {
  if (isVersion6(address)) return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
  return address.range() === 'unicast';
}

/** True for an address that is never called, whatever the configuration says. */
export const isNeverCalled = (address: Parsed): boolean => NEVER.has(address.range());

function isVersion6(address: Parsed): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}
