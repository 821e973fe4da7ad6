import { AppError } from '../errors/app-error.ts';

const MAX_QUERY_BYTES = 8 * 1024;
const MAX_QUERY_KEYS = 60;

/**
 * Parses a query into an object without prototype. A repeated key becomes an array, which scalar fields reject and
 * list fields accept.
 */
export function parseQueryString(text: string): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = Object.create(null);
  if (text.length > MAX_QUERY_BYTES) return out;
  for (const [key, value] of new URLSearchParams(text)) {
    const before = out[key];
    if (before === undefined) out[key] = value;
    else if (Array.isArray(before)) before.push(value);
    else out[key] = [before, value];
  }
  return out;
}

/** Rejects a query above 8 KiB or 60 keys (security rules, part 9). `url` is the raw request target; throws `bad_request`. */
export function checkQueryLimits(url: string): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  const query = url.slice(start + 1);
  const keys = query === '' ? 0 : query.split('&').length;
  if (query.length > MAX_QUERY_BYTES || keys > MAX_QUERY_KEYS)
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'query' });
}
