/** Why a text is not taken as an answer. */
export type JsonFault = 'not_json' | 'bad_answer';
export type GuardedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault };

/** Depth of a plant's answer (security 9). */
export const MAX_DEPTH = 32;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses an answer that is not trusted: depth at most 32, no key that reaches a prototype (security 8, 9). */
export function parseGuarded(text: string, maxDepth: number = MAX_DEPTH): GuardedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: 'not_json' };
  }
  return isHarmless(value, maxDepth) ? { ok: true, value } : { ok: false, fault: 'bad_answer' };
}

/** Walks without recursion: a deep answer must not end in a stack overflow. */
function isHarmless(root: unknown, maxDepth: number): boolean {
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
        if (FORBIDDEN.has(key)) return false;
        next.push(entry);
      }
    }
    level = next;
  }
  return true;
}

/** Text from a server as it may be shown: no control or bidi characters, at most 300 characters (security 8). */
export function cleanText(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, 300).join('');
}
