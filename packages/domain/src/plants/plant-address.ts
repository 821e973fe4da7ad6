export type AddressFault = 'malformed' | 'not_https' | 'has_extra';
export type PlantAddress =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly fault: AddressFault };

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses a plant address (security 8): `https://host[:port]` without user info, path, query or fragment; `http` only
 * for loopback. The returned origin has an international name as punycode and no default port.
 */
export function parsePlantAddress(text: string): PlantAddress {
  if (!URL.canParse(text)) return { ok: false, fault: 'malformed' };
  const url = new URL(text);
  if (url.hostname === '') return { ok: false, fault: 'malformed' };
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isAllowed) return { ok: false, fault: 'not_https' };
  const hasExtra = url.username + url.password + url.search + url.hash !== '' || url.pathname !== '/';
  return hasExtra ? { ok: false, fault: 'has_extra' } : { ok: true, origin: url.origin };
}

/**
 * Security 5: the address in the sealed vault is the one to use. When the registry has another one, both are shown
 * and the person decides. Null: they agree, or the registry does not know the plant.
 */
export function findAddressConflict(
  sealed: string,
  registry: string | null,
): { sealed: string; registry: string } | null {
  if (registry === null) return null;
  const ours = parsePlantAddress(sealed);
  const theirs = parsePlantAddress(registry);
  const isSame = ours.ok && theirs.ok && ours.origin === theirs.origin;
  return isSame ? null : { sealed, registry };
}

/**
 * Key by which two addresses are the same plant: lower-case host and explicit port; scheme and trailing slash are
 * ignored (readings B-30). Throws `TypeError` on an invalid address.
 */
export function buildPlantAddressKey(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname.replace(/\.$/, '')}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;
}

/**
 * Builds an address from the two form fields: a host name, or a whole address pasted into it, and a port. Uses https,
 * but http on this machine. The result must be checked with `parsePlantAddress`.
 */
export function composePlantAddress(host: string, port: string): string {
  const text = host.trim();
  const number = port.trim();
  if (text.includes('://')) return text;
  // `[::1]:8443` and `plant.example:8443` contain their own port.
  const bare = text.replace(/:\d+$/, '');
  const scheme = LOOPBACK.test(bare.toLowerCase()) ? 'http' : 'https';
  return `${scheme}://${text}${number === '' || bare !== text ? '' : `:${number}`}`;
}
