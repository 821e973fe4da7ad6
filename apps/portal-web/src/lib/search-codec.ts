/**
 * The address bar holds plain strings and the route's schema decides what they mean: the router's own codec would read plate
 * `12E34` as a number. What identifies a person or a vehicle never stays in an address (history, proxy logs).
 */

/** Parameters that must not be written to an address, in any screen. */
const PERSONAL = new Set(['plate', 'targa', 'f_targa', 'f_codfisc', 'codfisc', 'tax_code', 'name', 'owner', 'vin']);
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Parameters of an address as strings. A parameter given twice keeps its last value. */
export function parseSearch(search: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(search)) {
    if (!FORBIDDEN.has(key)) out[key] = value;
  }
  return out;
}

/** Writes parameters, lists with commas; leaves out empty and personal ones. Starts with `?` unless there are none. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (PERSONAL.has(key)) continue;
    const text = searchText(value);
    if (text !== '') params.set(key, text);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function searchText(value: unknown): string {
  if (Array.isArray(value)) return value.map(searchText).join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * A link from another program may carry `?plate=` once: returns the plate and the address without it, to be put in its place at once.
 * Null when there is none.
 */
export function takePlate(search: string): { plate: string; rest: string } | null {
  const params = parseSearch(search);
  const plate = params['plate'] ?? params['targa'];
  return plate === undefined || plate === '' ? null : { plate, rest: stringifySearch(params) };
}
