/**
 * JSON as the audit log hashes it. Numbers are integers, because a fraction is written differently by different
 * languages.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Canonical JSON (RFC 8785) for values without fractions: keys sorted by UTF-16 code units, no white space.
 * Throws `RangeError` on a number that is not a safe integer and on a lone surrogate (security, part 6).
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError('canonical JSON takes whole numbers only');
    return Object.is(value, -0) ? '0' : String(value);
  }
  if (typeof value === 'string') return quoteText(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) parts.push(`${quoteText(key)}:${canonicalJson(member)}`);
  }
  return `{${parts.join(',')}}`;
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function quoteText(text: string): string {
  if (!text.isWellFormed()) throw new RangeError('canonical JSON takes well-formed text only');
  return JSON.stringify(text);
}

const MAX_DEPTH = 16;

/**
 * Converts any value to one that `canonicalJson` accepts: fractions, big integers and non-finite numbers become text,
 * undefined members and functions are dropped, and malformed text is repaired. Throws `RangeError` below 16 levels
 * (input limits reject such bodies earlier).
 */
export function toAuditJson(value: unknown, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) throw new RangeError('too deep for the audit log');
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return Number.isSafeInteger(value) ? value : String(value);
    case 'bigint':
      return value.toString();
    case 'string':
      return repairText(value);
    case 'object':
      return Array.isArray(value) ? value.map((item) => toAuditJson(item, depth + 1)) : toJsonObject(value, depth);
    default:
      return null;
  }
}

function toJsonObject(value: object, depth: number): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined && typeof member !== 'function') {
      members.push([repairText(key), toAuditJson(member, depth + 1)]);
    }
  }
  return Object.fromEntries(members);
}

/** Replaces lone surrogates and NUL (which a database text cannot store) with the replacement character. */
export const repairText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
