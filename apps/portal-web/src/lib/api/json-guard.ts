/** Why a text is rejected as a response. */
export type JsonFault = 'not_json' | 'bad_answer';
export type GuardedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault };

/** Maximum nesting depth of a response (security 9). */
export const MAX_DEPTH = 32;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses untrusted JSON: depth at most 32, no keys that could change a prototype (security 8, 9). */
export function parseGuarded(text: string, maxDepth: number = MAX_DEPTH): GuardedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: 'not_json' };
  }
  return isSafeJson(value, maxDepth) ? { ok: true, value } : { ok: false, fault: 'bad_answer' };
}

/** Iterates without recursion: a deeply nested response must not overflow the stack. */
function isSafeJson(root: unknown, maxDepth: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= maxDepth) return false;
      if (Array.isArray(value)) {
        for (const entry of value) next.push(entry);
        continue;
      }
      for (const [key, entry] of Object.entries(value)) {
        if (FORBIDDEN_KEYS.has(key)) return false;
        next.push(entry);
      }
    }
    level = next;
  }
  return true;
}

/** Makes a server's text safe to show: removes control and bidi characters, at most 300 characters (security 8). */
export function cleanText(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, 300).join('');
}
