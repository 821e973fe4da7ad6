/**
 * Encodes search parameters as plain strings, which each route's schema interprets: the router's own codec would read
 * plate `12E34` as a number. Data that identifies a person or a vehicle is never written to an address (history, proxy
 * logs).
 */

/** Parameters that must not be written to an address, in any screen. */
const PERSONAL_PARAMETERS = new Set([
  'plate',
  'targa',
  'f_targa',
  'f_codfisc',
  'codfisc',
  'tax_code',
  'name',
  'owner',
  'vin',
]);
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses the search parameters of an address as strings. The last value of a repeated parameter wins. */
export function parseSearch(search: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(search)) {
    if (!FORBIDDEN.has(key)) out[key] = value;
  }
  return out;
}

/** Formats search parameters; lists are joined with commas; empty and personal ones are omitted. Starts with `?` unless empty. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (PERSONAL_PARAMETERS.has(key)) continue;
    const text = toSearchText(value);
    if (text !== '') params.set(key, text);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function toSearchText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toSearchText).join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Extracts `?plate=`, which a link from another program may contain: returns the plate and the search string without
 * it, which must replace the address at once. Null when there is none.
 */
export function extractPlate(search: string): { plate: string; rest: string } | null {
  const params = parseSearch(search);
  const plate = params['plate'] ?? params['targa'];
  return plate === undefined || plate === '' ? null : { plate, rest: stringifySearch(params) };
}
