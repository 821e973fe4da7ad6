/** True for scheme, host and port only; plain http only on loopback names. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1';
  return url.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal));
}

/** `https:` with a host and no account; `http:` only for this machine. At most 500 characters. */
export function isWebAddress(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '' && isOrigin(url.origin);
}

/** Address of an archive of streets: empty for none, else one of a base map whose path ends in `.pmtiles`. */
export const isStreetSource = (text: string): boolean =>
  text === '' || (isMapSource(text) && text.split(/[?#]/, 1)[0]?.endsWith('.pmtiles') === true);

/** Address of a base map: empty for the shipped one, a path below `/map/` of the portal, or an address of the web. */
export const isMapSource = (text: string): boolean => text === '' || text.startsWith('/map/') || isWebAddress(text);
