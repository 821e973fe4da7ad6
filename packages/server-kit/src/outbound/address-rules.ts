import { isInRange, isNeverCalled, isPublicAddress, parseIpAddress, parseIpRange } from './ip-address.ts';

/**
 * Returns a check whether the server may connect to a numeric address (security rules, part 13): public ones, and those
 * of the ranges the configuration allows, such as the network of a town in which its plants stand.
 */
export function createAddressRule(allowedCidrs: readonly string[]): (address: string) => boolean {
  const allowed = allowedCidrs.map(parseIpRange);
  return (text) => {
    const address = parseIpAddress(text);
    if (address === null || isNeverCalled(address)) return false;
    return isPublicAddress(address) || allowed.some((range) => isInRange(address, range));
  };
}

/** How the host of an address is judged before a name is resolved. */
export type HostRule = 'allowed' | 'refused' | 'name';

/**
 * Judges the host part of an address as a parser of URLs gives it, brackets and final dot included. Names of this
 * machine count as its loopback number; every other name has to be resolved.
 */
export function judgeHost(host: string, isAllowed: (address: string) => boolean): HostRule {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const number = isNameOfThisMachine(bare) ? '127.0.0.1' : bare;
  if (parseIpAddress(number) === null) return 'name';
  return isAllowed(number) ? 'allowed' : 'refused';
}

/** True for loopback, by name or by number: the only host that is called without TLS. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isNameOfThisMachine(bare) || parseIpAddress(bare)?.range() === 'loopback';
}

const isNameOfThisMachine = (host: string): boolean => /^(?:.+\.)?localhost$/i.test(host);
