import { AppError } from '../errors/app-error.ts';

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const JSON_TOKEN = /"(?:[^"\\\u0000-\u001f]|\\.)*"|[{}[\]:,]/gu;

interface JsonLevel {
  /** Keys seen so far; null inside an array. */
  readonly keys: Set<string> | null;
  isKeyNext: boolean;
}

const malformedJsonError = (): AppError => new AppError('bad_request', { sub: 'malformed_json' });

/**
 * Parses untrusted JSON: UTF-8 only, at most `maxDepth` levels, no duplicate keys, no keys that reach an object's
 * prototype. The scan runs before `JSON.parse`, so that deeply nested input is never built. Throws `bad_request` /
 * `malformed_json`.
 */
export function parseStrictJson(bytes: Uint8Array, maxDepth: number): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedJsonError();
  }
  scanJson(text, maxDepth);
  try {
    return JSON.parse(text);
  } catch {
    throw malformedJsonError();
  }
}

function scanJson(text: string, maxDepth: number): void {
  const levels: JsonLevel[] = [];
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      if (levels.length >= maxDepth) throw malformedJsonError();
      levels.push({ keys: token === '{' ? new Set() : null, isKeyNext: token === '{' });
    } else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') {
      if (level !== undefined) level.isKeyNext = level.keys !== null;
    } else if (token !== ':' && level?.isKeyNext === true && level.keys !== null) {
      addKey(level.keys, token);
      level.isKeyNext = false;
    }
  }
}

function addKey(keys: Set<string>, token: string): void {
  let key: unknown;
  try {
    key = JSON.parse(token);
  } catch {
    throw malformedJsonError();
  }
  if (typeof key !== 'string' || FORBIDDEN_KEYS.has(key) || keys.has(key)) throw malformedJsonError();
  keys.add(key);
}
