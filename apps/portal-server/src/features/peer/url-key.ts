/**
 * What makes two addresses the same plant: lower-case host and explicit port; scheme and trailing slash do not count
 * (readings B-30). Throws `TypeError` on something that is no address.
 */
export function urlKey(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;
}
